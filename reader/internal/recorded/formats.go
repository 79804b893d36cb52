package recorded

import "fmt"

const claudeRest = `"userType":"external","entrypoint":"cli","cwd":"/home/ada/garden","sessionId":"5f0c3c1e-7f5e-4e43-9d3a-1f0a4a6b7c8d","version":"2.1.330","gitBranch":"main"`

func (g *generator) claude(n int) {
	id := fmt.Sprintf("toolu_%024x", g.rng.Uint64())
	parent, uuid := g.rng.Uint64(), g.rng.Uint64()
	head := func(kind string, message []byte) {
		g.line(`{"parentUuid":"%016x","isSidechain":false,%s,"type":%q,"uuid":"%016x","timestamp":%q,%s}`, parent, message, kind, uuid, g.now(), claudeRest)
		parent, uuid = uuid, g.rng.Uint64()
	}
	if n%3 == 0 {
		g.line(`{"type":"last-prompt","lastPrompt":"go on","leafUuid":"%016x","sessionId":"5f0c3c1e-7f5e-4e43-9d3a-1f0a4a6b7c8d"}`, parent)
		head("assistant", fmt.Appendf(nil, `"message":{"id":"msg_%x","type":"message","role":"assistant","model":"claude-opus-5-5","content":[{"type":"text","text":"I look at the next file."}],"stop_reason":null,"usage":{"input_tokens":3,"cache_creation_input_tokens":1522,"cache_read_input_tokens":60211,"output_tokens":14,"service_tier":"standard"}}`, uuid))
	}
	call := func(tool, input string) {
		head("assistant", fmt.Appendf(nil, `"message":{"id":"msg_%x","type":"message","role":"assistant","model":"claude-opus-5-5","content":[{"type":"tool_use","id":%q,"name":%q,"input":%s}],"stop_reason":"tool_use","stop_sequence":null,"usage":{"input_tokens":3,"cache_creation_input_tokens":1522,"cache_read_input_tokens":60211,"output_tokens":141,"server_tool_use":{"web_search_requests":0},"service_tier":"standard"}},"requestId":"req_%x"`, uuid, id, tool, input, uuid))
	}
	result := func(content []byte, side string) {
		head("user", fmt.Appendf(nil, `"promptId":"d1c05327","message":{"role":"user","content":[{"tool_use_id":%q,"type":"tool_result","content":%s}]},"toolUseResult":%s`, id, content, side))
	}
	w := g.window()
	switch n % 10 {
	case 7:
		call("Bash", fmt.Sprintf(`{"command":"sed -n '%d,%dp' %s","description":"Look"}`, w.first, w.first+w.count-1, w.path))
		_, bare := w.texts()
		result(quote(bare), fmt.Sprintf(`{"stdout":%s,"stderr":"","interrupted":false,"isImage":false}`, quote(bare)))
	case 9:
		old, line := code(w.path, w.first), "\t// changed by call "+fmt.Sprint(n)
		call("Edit", fmt.Sprintf(`{"replace_all":false,"file_path":%q,"old_string":%s,"new_string":%s}`, w.path, quote(old), quote(line)))
		result(quote("The file "+w.path+" has been updated successfully."), fmt.Sprintf(
			`{"filePath":%q,"oldString":%s,"newString":%s,"structuredPatch":[{"oldStart":%d,"oldLines":1,"newStart":%d,"newLines":1,"lines":[%s,%s]}],"userModified":false,"replaceAll":false}`,
			w.path, quote(old), quote(line), w.first, w.first, quote("-"+old), quote("+"+line)))
	default:
		call("Read", fmt.Sprintf(`{"file_path":%q,"offset":%d,"limit":%d}`, w.path, w.first, w.count))
		numbered, bare := w.texts()
		result(quote(numbered), fmt.Sprintf(`{"type":"text","file":{"filePath":%q,"content":%s,"numLines":%d,"startLine":%d,"totalLines":3000}}`, w.path, quote(bare), w.count, w.first))
	}
}

func (g *generator) codexHead() {
	g.line(`{"timestamp":%q,"type":"session_meta","payload":{"id":"01a1fe9f-bf69-7ed3-bee2-83b893884145","timestamp":%q,"cwd":"/home/ada/garden","originator":"codex_cli","cli_version":"0.169.0","source":"cli"}}`, g.now(), g.now())
}

func (g *generator) codex(n int) {
	w := g.window()
	_, bare := w.texts()
	id := fmt.Sprintf("call_%06d", n)
	command := fmt.Sprintf("sed -n '%d,%dp' %s", w.first, w.first+w.count-1, w.path)
	g.line(`{"timestamp":%q,"type":"response_item","payload":{"type":"function_call","name":"exec_command","arguments":%s,"call_id":%q}}`, g.now(), quote(`{"cmd":`+string(quote(command))+`}`), id)
	g.line(`{"timestamp":%q,"type":"event_msg","payload":{"type":"item_completed","item":{"type":"CommandExecution","id":%q,"command":["/bin/bash","-lc",%s],"cwd":"file:///home/ada/garden","status":"completed","aggregated_output":%s,"exit_code":0}}}`, g.now(), id, quote(command), quote(bare+"\n"))
	g.line(`{"timestamp":%q,"type":"response_item","payload":{"type":"function_call_output","call_id":%q,"output":%s}}`, g.now(), id,
		quote("Chunk ID: b771ff\nWall time: 0.0000 seconds\nProcess exited with code 0\nOriginal token count: 31\nOutput:\n"+bare+"\n"))
	g.line(`{"timestamp":%q,"type":"event_msg","payload":{"type":"token_count","info":{"total_token_usage":{"input_tokens":100,"output_tokens":10,"total_tokens":110}}}}`, g.now())
}

func (g *generator) piHead() {
	g.line(`{"type":"session","version":3,"id":"01a1fe9f-d26d-72fe-b27a-6deed92ddd59","timestamp":%q,"cwd":"/home/ada/garden"}`, g.now())
}

func (g *generator) pi(n int) {
	w := g.window()
	_, bare := w.texts()
	g.line(`{"type":"message","id":"%08x","timestamp":%q,"message":{"role":"assistant","content":[{"type":"toolCall","id":"call_%06d","name":"read","arguments":{"path":%q,"offset":%d,"limit":%d}}],"usage":{"input":10,"output":5}}}`,
		g.rng.Uint32(), g.now(), n, w.path, w.first, w.count)
	g.line(`{"type":"message","id":"%08x","timestamp":%q,"message":{"role":"toolResult","toolCallId":"call_%06d","toolName":"read","content":[{"type":"text","text":%s}],"isError":false}}`,
		g.rng.Uint32(), g.now(), n, quote(bare))
}

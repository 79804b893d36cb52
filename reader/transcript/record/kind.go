package record

import "eyeline/reader/internal/jsonskim"

// ownTool is what a tool of an agent's own does. The zero value is an unknown tool: nothing is known to have been read
// by it, and it may change files.
type ownTool struct {
	kind  Kind
	views bool // with the command "view" it reads a file
	// changesNothing: it changes no file. It plans, asks somebody, lists files or looks into the web, or what it does
	// to files is recorded as calls of their own.
	changesNothing bool
	// givesNothing: no line of a file can stand in what it gives: it plans, asks somebody, or says that all is done.
	givesNothing bool
	givesLater   bool // it gives more of what a command prints that goes on running
}

// ownToolOf is the tool with a name that agents record: each of tools.Tool.Recorded, and others. No name can stand
// twice: a switch with one constant in two cases does not compile.
func ownToolOf(name string) ownTool {
	switch name {
	case "Read", "read", "read_file", "read_files", "ReadFile", "read_many_files", "read_text_file",
		"mcp__filesystem__read_text_file", "mcp__desktop-commander__read_file", "mcp__serena__read_file",
		"view", "view_file", "open_file", "hashline_read",
		"NotebookRead", "read_file_v2", "fs_read":
		return ownTool{kind: ReadFile}

	case "Bash", "bash", "bash_command", "shell", "shell_command", "local_shell", "exec", "exec_command",
		"container.exec", "run_shell_command", "run_terminal_command", "run_terminal_cmd",
		"run_commands",
		"execute_command", "execute_bash", "Shell", "terminal", "powershell", "Execute", "run_command",
		"run_terminal_command_v2":
		return ownTool{kind: Shell}
	case "write_stdin":
		return ownTool{kind: Shell, givesLater: true}

	case "Grep", "grep", "rg", "grep_search", "search_file_content", "search_files", "search_codebase",
		"codebase_search":
		return ownTool{kind: Search}

	case "Edit", "edit", "MultiEdit", "multiedit", "multi_edit", "NotebookEdit", "Write", "write",
		"write_file", "WriteFile", "edit_file", "replace", "create", "create_file", "str_replace",
		"StrReplaceFile", "search_replace", "replace_in_file", "write_to_file", "editor", "insert",
		"apply_patch", "patch", "apply_diff", "delete_file", "StrReplace", "ApplyPatch", "Delete", "Create",
		"replace_file_content", "multi_replace_file_content", "edit_file_v2", "insert_content",
		"search_and_replace":
		return ownTool{kind: Change}
	case "str_replace_editor", "str_replace_based_edit_tool", "file_editor":
		return ownTool{kind: Change, views: true}

	case "TodoWrite", "TodoRead", "todo_write", "todowrite", "todoread", "todo", "SetTodoList", "update_todo_list",
		"write_todos", "update_plan", "set_plan", "think", "TaskCreate", "TaskUpdate", "TaskList",
		"ExitPlanMode", "EnterPlanMode", "exit_plan_mode", "AskUserQuestion", "ask_followup_question", "ask_user",
		"request_user_input", "attempt_completion", "task_complete", "report_intent", "plan_mode_respond",
		"close_agent", "KillShell", "KillBash", "stop_bash", "switch_mode":
		return ownTool{changesNothing: true, givesNothing: true}

	case "TaskGet", "Task", "task", "Agent", "agent", "spawn_agent", "wait_agent", "send_input", "list_bash",
		"ToolSearch",
		"Glob", "glob", "LS", "ls", "list", "list_dir", "list_directory", "list_files", "find", "find_files",
		"WebFetch", "webfetch", "web_fetch", "fetch", "WebSearch", "websearch", "web_search", "google_web_search",
		"ListMcpResourcesTool", "ReadMcpResourceTool", "view_image", "LSP", "fetch_instructions",
		"list_code_definition_names":
		return ownTool{changesNothing: true}

	case "TaskOutput", "BashOutput", "read_bash", "read_command_output":
		return ownTool{changesNothing: true, givesLater: true}
	case "wait", "write_bash", "get_command_or_subagent_output", "get_terminal_output":
		return ownTool{givesLater: true}
	}

	return ownTool{}
}

// kindOf says what a tool does to files by the name that agents record. An unknown tool is Other.
func kindOf(tool string, args jsonskim.Value) Kind {
	of := ownToolOf(tool)
	if of.views && args.Get("command").Is("view") {
		return ReadFile
	}
	return of.kind
}

// KindByName says what a tool does to files by the name that agents record alone.
func KindByName(tool string) Kind { return ownToolOf(tool).kind }

// ChangesNoFile reports whether a tool of an agent's own changes no file, by the name that agents record: it plans,
// asks somebody, lists files or looks into the web, or what it does to files is recorded as calls of their own.
func ChangesNoFile(tool string) bool { return ownToolOf(tool).changesNothing }

// GivesNothing reports whether no line of a file can stand in what a tool of an agent's own gives, by the name that
// agents record: it plans, asks somebody, or says that all is done.
func GivesNothing(tool string) bool { return ownToolOf(tool).givesNothing }

// GivesLater reports whether a tool of an agent's own gives more of what a command prints that goes on running, by the
// name that agents record.
func GivesLater(tool string) bool { return ownToolOf(tool).givesLater }

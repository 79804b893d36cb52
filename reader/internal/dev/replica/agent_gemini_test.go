package replica

var geminiCLI = &agent{
	Tool: "gemini_cli", Call: "read_file", Package: "@google/gemini-cli", Program: "gemini", Flagged: true,
	Args: func(r agentRun) []string { return []string{"--yolo", "-p", r.Prompt, "-m", "gemini-2.5-pro"} },
	Env: func(r agentRun) []string {
		return []string{"GEMINI_API_KEY=none", "GOOGLE_GEMINI_BASE_URL=" + r.URL}
	},
	Files: func(agentRun) map[string]string {
		v := geminiSettings("gemini-api-key")
		v["model"] = object{"disableLoopDetection": true, "compressionThreshold": 1, "skipNextSpeakerCheck": true, "maxSessionTurns": -1}
		return map[string]string{".gemini/settings.json": settings(v)}
	},
}

// qwenCode was made from Gemini CLI, and speaks Chat Completions.
var qwenCode = &agent{
	Tool: "qwen_code", Call: "read_file", Package: "@qwen-code/qwen-code", Program: "qwen", Node: 22,
	Args: func(r agentRun) []string { return []string{"--yolo", "-p", r.Prompt} },
	Env: func(r agentRun) []string {
		return []string{
			"OPENAI_API_KEY=none", "OPENAI_BASE_URL=" + r.URL + "/v1", "OPENAI_MODEL=replica", "QWEN_CODE_SUPPRESS_YOLO_WARNING=1",
		}
	},
	Files: func(agentRun) map[string]string {
		v := geminiSettings("openai")
		v["model"] = object{"skipLoopDetection": true, "skipNextSpeakerCheck": true}
		// As in sessions with a person; else it ends with the command, and loses what it has not read by then.
		v["tools"] = object{"shell": object{"enableInteractiveShell": true}}
		return map[string]string{".qwen/settings.json": settings(v)}
	},
}

func geminiSettings(auth string) object {
	return object{
		"security":  object{"auth": object{"selectedType": auth}, "folderTrust": object{"enabled": false}},
		"general":   object{"enableAutoUpdate": false, "disableAutoUpdate": true, "enableAutoUpdateNotification": false},
		"privacy":   object{"usageStatisticsEnabled": false},
		"telemetry": object{"enabled": false},
	}
}

package claudecode

import "eyeline/reader/contextfiles"

const (
	projectNote = "project instructions, checked into the codebase"
	localNote   = "user's private project instructions, not checked in"
	userNote    = "user's private global instructions for all projects"
)

var (
	imports = &contextfiles.Imports{
		Name: contextfiles.SpacedMention, Read: readImports, Takes: refusal, Depth: 4, InCwd: true, Sections: true,
	}
	textForm = contextfiles.TextRules{
		Trim: contextfiles.TrimEnds, Most: 4 << 20, FrontMatter: true, Front: frontMatter,
		Comments: contextfiles.BlockComments, Imports: imports,
	}
	// nestedForm is for what a read brings.
	nestedForm = untrimmed(textForm)
	// ruleForm is for rules that a read brings because their patterns match.
	ruleForm = func() *contextfiles.TextRules {
		f := textForm
		f.Unless = []string{"paths"}
		return &f
	}()
	ownNames   = []string{"CLAUDE.md", ".claude/CLAUDE.md", "CLAUDE.local.md"}
	ownFiles   = contextfiles.Files{Names: ownNames[:2], Each: true, Note: projectNote}
	localFiles = contextfiles.Files{Names: ownNames[2:], Note: localNote}
	rules      = contextfiles.Files{
		Names: []string{".claude/rules/**/*.md"}, Note: projectNote, Form: ruleForm, Real: true,
	}
	userRules = contextfiles.Files{Names: rules.Names, Note: userNote, Form: ruleForm, Real: true}
	scoped    = contextfiles.Files{Names: rules.Names, Match: "paths", Real: true, Form: nestedForm}
	agentsMd  = contextfiles.Files{Names: []string{"AGENTS.md", ".claude/AGENTS.md"}, Each: true, Unless: ownNames}
)

func untrimmed(f contextfiles.TextRules) *contextfiles.TextRules {
	f.Trim = contextfiles.TrimNone
	return &f
}

func init() { Tool.AddedTexts = Context.AddedTexts }

// Context is what Claude Code gets of files before it reads (CONTEXT-claude_code).
var Context = &contextfiles.Profile{
	Tool: Tool, StartLast: true, Mention: mention, Follow: "\n", Adapt: adapt,
	Start: []contextfiles.Block{{
		Open: "<system-reminder>\nCodebase and user instructions are shown below. " +
			"Be sure to adhere to these instructions. IMPORTANT: These instructions OVERRIDE any default behavior " +
			"and you MUST follow them exactly as written.\n\n",
		Item: "Contents of {path} ({note}):\n\n{text}", Join: "\n\n", Close: "\n</system-reminder>", Form: textForm,
		From: []contextfiles.Place{
			{In: contextfiles.Home, Each: []contextfiles.Files{
				{Names: []string{".claude/CLAUDE.md"}, Note: userNote}, userRules,
			}},
			{In: contextfiles.AllDown, Each: []contextfiles.Files{
				ownFiles, rules, withNote(agentsMd), localFiles,
			}},
		},
	}},
	Nested: &contextfiles.Nested{
		Block: contextfiles.Block{
			Item: "<system-reminder>\nContents of {path}:\n\n{text}\n</system-reminder>", Form: *nestedForm,
			From: []contextfiles.Place{
				{In: contextfiles.BelowCwd, Each: []contextfiles.Files{ownFiles, localFiles, nestedRules, scoped}},
				{In: contextfiles.Home, Each: []contextfiles.Files{scoped}},
				{In: contextfiles.AllDown, Each: []contextfiles.Files{scoped}},
			},
		},
		Aside: &contextfiles.Block{
			Open: "tool.call hook additional context: ", Item: "Contents of {path}:\n\n{text}",
			Join: "\n", Form: *nestedForm,
			From: []contextfiles.Place{{In: contextfiles.BelowCwd, Each: []contextfiles.Files{near(agentsMd)}}},
		},
		Apart: true, Missing: true, SkipRead: true,
	},
}

// nestedRules are the rules in a subfolder for all files.
var nestedRules = func() contextfiles.Files {
	f := rules
	f.Form = untrimmed(*ruleForm)
	return f
}()

func withNote(f contextfiles.Files) contextfiles.Files {
	f.Note = projectNote
	return f
}

func near(f contextfiles.Files) contextfiles.Files {
	f.UnlessInAncestors = true
	return f
}

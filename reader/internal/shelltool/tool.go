package shelltool

import (
	"context"
	"encoding/json"

	"eyeline/reader/tools"
)

// New returns the tool by which an agent runs command lines; of is its tool for reading. recorded is the agent's name
// for it, cmd has what is the same for all commands, and answer makes an answer of an output of at most 1 MiB.
func New(
	of *tools.Tool, name, recorded string, caps tools.Caps, cmd Command,
	answer func(tools.Env, *Output) (*Answer, error),
) *tools.Tool {
	return &tools.Tool{
		Name: name, Title: of.Origin.Agent + "'s " + recorded + ": cat, sed -n and the like",
		Recorded: []string{recorded},
		Origin: tools.Origin{
			Agent: of.Origin.Agent, Version: of.Origin.Version, Held: of.Origin.Held, Date: of.Origin.Date,
			How: tools.Ran,
		},
		Tokens:  of.Tokens,
		Silence: tools.SilentAsAsked,
		Caps:    caps,
		Kinds: tools.Kinds{
			Empty: tools.GivesNotice, Image: tools.GivesText, PDF: tools.GivesText, Binary: tools.GivesText,
		},
		Params: params,
		Paths:  tools.PathAny, Windows: Places, Words: Words, Args: Args(params), Values: Values(params),
		File: File(params),
		Run: func(ctx context.Context, env tools.Env, args []byte) (*tools.Result, error) {
			var fields struct{ Command *string }
			if json.Unmarshal(args, &fields) != nil || fields.Command == nil {
				return nil, tools.RefuseOwn("eyeline: what the agent says of a call without a command is not imitated")
			}

			cmd := cmd
			cmd.Line = *fields.Command
			return Evaluate(ctx, env, cmd, func(t *Output) (*Answer, error) {
				if t.Dropped > 0 {
					return nil, tools.RefuseOwn(
						"eyeline: what the agent makes of more than 1 MiB of output is not imitated",
					)
				}

				ans, err := answer(env, t)
				if err == nil {
					ans.Next = func(next string) json.RawMessage { return tools.Set(args, "command", next) }
				}

				return ans, err
			})
		},
	}
}

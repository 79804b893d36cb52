// Package continuecli, which changes without notice, is the Read of the Continue CLI.
package continuecli

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"eyeline/reader/access"
	"eyeline/reader/internal/ignore"
	"eyeline/reader/internal/lazy"
	"eyeline/reader/internal/param"
	"eyeline/reader/internal/paths"
	"eyeline/reader/internal/readback"
	"eyeline/reader/internal/runtime/js"
	"eyeline/reader/internal/runtime/node"
	"eyeline/reader/internal/textfile"
	"eyeline/reader/tools"
)

// Tool is the Read of the Continue CLI (contract continue_cli), as the only call of its turn: of several at once each
// may give only a part of what one may.
var Tool = &tools.Tool{
	Name: "continue_cli", Title: "Continue CLI's Read",
	Origin: tools.Origin{
		Agent: "Continue CLI", Version: "1.5.47", Date: "2026-11-29", How: tools.Ran, Use: tools.Rare,
		Marks: []string{".continue"},
	},
	Recorded: []string{"Read"},
	Caps: tools.Caps{
		Lines:  tools.Cap{Most: 5000, Over: tools.OverRefused},
		Output: tools.Cap{Most: 100000, Unit: tools.UTF16, Of: "of the file", Over: tools.OverRefused},
	},
	Kinds: tools.Kinds{
		Empty: tools.GivesNotice, Image: tools.GivesText, PDF: tools.GivesText, Binary: tools.GivesText,
	},
	Paths:  tools.PathAny,
	Run:    tools.RunWith(parseArgs, run),
	Words:  wordsFor,
	Parse:  answer.Parse,
	Params: []tools.Param{param.File("filepath", "file to read, absolute or relative to the root")},
}

const failed = "Error executing tool Read: "

const heading readback.Phrase = "Content of {path:text}:\n"

// answer is the whole file after the heading.
var answer = &readback.Answer{Heads: []readback.Phrase{heading}}

// secrets are file names, in any case, that the agent does not show its model.
var secrets = strings.Fields(`
	*.env *.env.* .env* config.json config.yaml config.yml settings.json appsettings.json appsettings.*.json
	*.key *.pem *.p12 *.pfx *.crt *.cer *.jks *.keystore *.truststore *.db *.sqlite *.sqlite3 *.mdb *.accdb
	*.secret *.secrets auth.json *.token *.bak *.backup *.old *.orig docker-compose.override.yml
	docker-compose.override.yaml id_rsa id_dsa id_ecdsa id_ed25519 *.ppk *.gpg .env/ env/ .aws/ .gcp/ .azure/
	.kube/ .docker/ secrets/ .secrets/ private/ .private/ certs/ certificates/ keys/ .ssh/ .gnupg/ .gpg/
	tmp/secrets/ temp/secrets/ .tmp/
`)

// notBelow matches paths that cannot be checked against the list of secrets.
var notBelow = lazy.Regexp(`^\.{0,2}/|^\.{1,2}$`)

// checkSecret refuses a path by its name; for an absolute path, by its name and that of its folder.
func checkSecret(ctx context.Context, env tools.Env, file string) error {
	name := paths.Slashed(env, file)
	p := node.Path(env)
	if p.IsAbs(file) {
		name = strings.TrimPrefix(strings.TrimPrefix(p.Base(p.Dir(file)), "/")+"/"+p.Base(file), "/")
	}
	if notBelow().MatchString(name) {
		return tools.Refuse("path should be a `path.relative()`d string, but got \"" + name + `"`)
	}

	rules := ignore.New(ignore.NPM)
	if err := rules.Add(secrets...); err != nil {
		return ignore.Refusal(err)
	}

	secret, err := rules.Match(ctx, strings.ToLower(name), false)
	if err != nil {
		return ignore.Refusal(err)
	}
	if secret {
		return tools.Refuse("Reading or Editing " + file +
			" is not allowed because it is a security concern. Do not attempt to read or edit this file in any way.")
	}

	return nil
}

func parseArgs(_ tools.Env, data []byte) (file string, err error) {
	v, _ := js.Parse(data)
	f := v.Get("filepath")
	switch {
	case v.Kind == js.Null:
		return "", tools.Refuse("Cannot read properties of null (reading 'filepath')")
	case f.Kind == js.Undefined, f.Kind == js.Null:
		return "", tools.Refuse(`Required parameter "filepath" missing for tool "Read"`)
	case f.Kind != js.String:
		return "", tools.Refuse("t.startsWith is not a function")
	default:
		return strings.TrimPrefix(f.Text, "./"), nil
	}
}

func wordsFor(env tools.Env, file string, err error) string {
	call := "open"
	at := strings.TrimSuffix(env.Abs(file), node.Path(env).Separator())
	err = env.Opening(at, err)

	name, _ := node.Errno(err)
	switch {
	case errors.Is(err, access.ErrDirectory):
		call = "read"
		at = ""
	case name == "EACCES":
		if env.Hidden(at) {
			return failed + "File does not exist: " + file
		}
	case !tools.IsSpecial(err) && !errors.Is(err, access.ErrChanged):
		return failed + "File does not exist: " + file
	}

	return failed + "Error reading file: " + node.Error(err, call, at)
}

func run(ctx context.Context, env tools.Env, file string) (*tools.Result, error) {
	if env.Stream == nil && file != "" {
		if err := checkSecret(ctx, env, file); err != nil {
			return nil, err
		}
	}

	file = strings.TrimPrefix(file, "./")
	if file == "" && env.Stream == nil {
		return nil, tools.Refuse(failed + "File does not exist: ")
	}

	return tools.ReadPath(ctx, env, tools.PathAny, file, env.Wording(file), func(o *tools.File) (*tools.Result, error) {
		return read(o, file)
	})
}

func read(o *tools.File, file string) (*tools.Result, error) {
	if text := node.TooLong(o.Size()); text != "" {
		return nil, tools.Refuse(failed + "Error reading file: " + text)
	}

	caps := o.Tool.Caps
	chars := int64(0)
	found := o.Scan(textfile.Search{First: 1, Total: true})
	lines := found.Phantom()
	if o.Size() > caps.Output.Most || lines > caps.Lines.Most { // characters have at least one byte
		chars = -1
		for l := range o.Lines(tools.LineReading{Unit: tools.UTF16, Most: 1, Whole: true, Phantom: true}) {
			chars += l.Length + 1
		}
	}

	if chars > caps.Output.Most || lines > caps.Lines.Most {
		return nil, tools.Refuse(fmt.Sprintf("%sFile is too large to read: %s (%s characters, %s lines). Maximum "+
			"allowed: %s characters or %s lines. Consider using terminal commands like 'head', 'tail', 'sed', or "+
			"'grep' to read targeted parts of the file.", failed, file,
			tools.Thousands(chars), tools.Thousands(lines),
			tools.Thousands(caps.Output.Most), tools.Thousands(caps.Lines.Most)))
	}

	return (&tools.Result{Window: found.Whole(o.Size())}).Content(o, func(s *tools.Sink) {
		s.Str(heading.Fill(file))
		s.Excerpt(o, 0, o.Size())
	}), nil
}

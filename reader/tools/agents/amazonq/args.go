package amazonq

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"

	"eyeline/reader/internal/serdejson"
	"eyeline/reader/tools"
)

// lineArguments are those of a Line operation; lines below 1 count from the end.
type lineArguments struct {
	path        string
	first, last int64
}

const (
	invalidArgs = "Failed to validate tool parameters: "
	// wrongArgs follows serde's error about arguments.
	wrongArgs = ". The model has either suggested tool parameters which are incompatible with the existing tools, or " +
		"has suggested one or more tool that does not exist in the list of known tools."
	notImitated = "eyeline: only a call with one Line operation is imitated"
)

// writeArgs returns the JSON arguments of a call.
func writeArgs(file string, values tools.Values) json.RawMessage {
	all := tools.Values{"operation": "Line"}
	maps.Copy(all, values)
	return tools.BuildArgs(&tools.Tool{Params: params}, file, all)
}

func parseArgs(_ tools.Env, data []byte) (a lineArguments, err error) {
	v, err := serdejson.ParseValue(data)
	if err != nil {
		const notJSON = "eyeline: what the agent makes of arguments that are not JSON is not known: "
		return a, tools.RefuseOwn(notJSON + err.Error())
	}

	if v.Kind == serdejson.Array {
		return a, tools.RefuseOwn(notImitated)
	}

	operations, err := operationsOf(v)
	if err != nil {
		return a, tools.Refuse(invalidArgs + err.Error() + wrongArgs)
	}
	if len(operations) == 0 {
		return a, tools.Refuse(invalidArgs + "At least one operation must be provided")
	}

	a = lineArguments{first: 1, last: -1}
	for _, o := range operations {
		line, err := isLine(o)
		if err != nil {
			return a, tools.Refuse(invalidArgs + err.Error() + wrongArgs)
		}
		if !line || len(operations) > 1 {
			return a, tools.RefuseOwn(notImitated)
		}
	}

	if err := a.parse(operations[0]); err != nil {
		return a, tools.Refuse(invalidArgs + err.Error() + wrongArgs)
	}

	return a, nil
}

// operationsOf parses the fields of a call.
func operationsOf(v serdejson.Value) (operations []serdejson.Value, err error) {
	err = v.Struct("FsRead", []string{"operations", "summary"}, 1, func(name string, f serdejson.Value) error {
		switch {
		case name == "summary" && f.Kind == serdejson.Null:
			return nil
		case name == "summary":
			_, err := f.Str()
			return err
		case f.Kind != serdejson.Array:
			return f.Invalid("a sequence")
		}

		operations = f.Elements
		return nil
	})
	return operations, err
}

// isLine reports whether an operation reads lines of a file.
func isLine(v serdejson.Value) (bool, error) {
	if v.Kind == serdejson.Array {
		return false, nil
	}

	mode := ""
	read := func(_ string, f serdejson.Value) (err error) {
		if f.Kind != serdejson.String {
			return f.Invalid("variant identifier")
		}
		mode, err = f.Variant("Line", "Directory", "Search", "Image")
		return err
	}

	if v.Kind != serdejson.Object {
		return false, v.Invalid("internally tagged enum FsReadOperation")
	}

	err := v.Struct("FsReadOperation", []string{"mode"}, 1, read)
	return mode == "Line", err
}

// parse sets the arguments of a Line operation from its fields.
func (a *lineArguments) parse(v serdejson.Value) error {
	set := func(name string, f serdejson.Value) (err error) {
		switch {
		case name == "path":
			a.path, err = f.Str()
		case f.Kind == serdejson.Null: // counts as absent
		case name == "start_line":
			a.first, err = int32Of(f)
		default:
			a.last, err = int32Of(f)
		}

		return err
	}
	return v.Struct("FsLine", []string{"path", "start_line", "end_line"}, 1, set)
}

// int32Of parses a number as Rust's i32.
func int32Of(v serdejson.Value) (int64, error) {
	n, whole := v.Int()
	switch {
	case whole && n >= math.MinInt32 && n <= math.MaxInt32:
		return n, nil
	case whole:
		return 0, fmt.Errorf("invalid value: integer `%d`, expected i32", n)
	}
	return 0, v.Invalid("i32")
}

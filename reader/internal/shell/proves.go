package shell

import "mvdan.cc/sh/v3/syntax"

// ProvesAll reports whether success of a line proves that each of its commands succeeded: they are joined by "&&"
// alone.
func ProvesAll(line string) bool {
	file, err := Parse(line)
	return err == nil && len(file.Stmts) == 1 && provesAll(file.Stmts[0])
}

func provesAll(stmt *syntax.Stmt) bool {
	if stmt.Negated || stmt.Background || stmt.Coprocess {
		return false
	}

	switch cmd := stmt.Cmd.(type) {
	case *syntax.CallExpr:
		return true
	case *syntax.BinaryCmd:
		return cmd.Op == syntax.AndStmt && provesAll(cmd.X) && provesAll(cmd.Y)
	}

	return false
}

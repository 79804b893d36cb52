package house

import (
	"go/ast"
	"go/token"
)

// receiver is the name of a method's type.
func receiver(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return receiver(e.X)
	case *ast.IndexExpr:
		return receiver(e.X)
	case *ast.IndexListExpr:
		return receiver(e.X)
	case *ast.Ident:
		return e.Name
	}
	return "?"
}

// complexity is the cyclomatic complexity of a function, those within it included.
func complexity(fn *ast.FuncDecl) int {
	n := 1
	ast.Inspect(fn, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.IfStmt, *ast.ForStmt, *ast.RangeStmt:
			n++
		case *ast.CaseClause:
			if node.List != nil {
				n++
			}
		case *ast.CommClause:
			if node.Comm != nil {
				n++
			}
		case *ast.BinaryExpr:
			if node.Op == token.LAND || node.Op == token.LOR {
				n++
			}
		}
		return true
	})
	return n
}

// linesOfCode counts the lines of a file that are neither blank nor only comment.
func linesOfCode(fset *token.FileSet, f *ast.File) int {
	file := fset.File(f.Pos())
	has := map[int]bool{}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case nil, *ast.CommentGroup, *ast.Comment:
			return false
		case *ast.BasicLit: // a raw string is code on each of its lines
			for l := file.Line(n.Pos()); l <= file.Line(n.End()-1); l++ {
				has[l] = true
			}
		default:
			if n.Pos().IsValid() && n.End().IsValid() {
				has[file.Line(n.Pos())], has[file.Line(n.End()-1)] = true, true
			}
		}
		return true
	})
	return len(has)
}

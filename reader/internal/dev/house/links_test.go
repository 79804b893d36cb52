package house

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// link is a name in brackets in a comment, of which "go doc" makes a link: of the package itself, of a type in it, or of
// an imported package. Behind a letter it is an index, and in small letters it may be a word of a usage.
var link = regexp.MustCompile(`(?:^|[^\w\]])\[\*?([A-Za-z_]\w*)(?:\.([A-Za-z_]\w*))?(?:\.([A-Za-z_]\w*))?\]`)

// declared are the names of a package: those at its top, and "Type.Name" for fields and methods.
type declared map[string]struct{}

func (d declared) add(name string) { d[name] = struct{}{} }

func (d declared) has(name string) bool {
	_, is := d[name]
	return is
}

// members adds the fields of a struct, or the methods of an interface.
func (d declared) members(of string, fields *ast.FieldList) {
	for _, field := range fields.List {
		for _, name := range field.Names {
			d.add(of + "." + name.Name)
		}
	}
}

// take adds the names that a file declares.
func (d declared) take(file *ast.File) {
	for _, decl := range file.Decls {
		if fn, ok := decl.(*ast.FuncDecl); ok {
			if fn.Recv == nil {
				d.add(fn.Name.Name)
			} else {
				d.add(receiver(fn.Recv.List[0].Type) + "." + fn.Name.Name)
			}
			continue
		}

		for _, spec := range decl.(*ast.GenDecl).Specs {
			switch spec := spec.(type) {
			case *ast.ValueSpec:
				for _, name := range spec.Names {
					d.add(name.Name)
				}
			case *ast.TypeSpec:
				d.add(spec.Name.Name)
				switch of := spec.Type.(type) {
				case *ast.StructType:
					d.members(spec.Name.Name, of.Fields)
				case *ast.InterfaceType:
					d.members(spec.Name.Name, of.Methods)
				}
			}
		}
	}
}

// parsed are the files of the module by their folders, below the module with slashes, and what each folder declares.
func parsed(t *testing.T) (files map[string][]*ast.File, names map[string]declared, at *token.FileSet) {
	files = map[string][]*ast.File{}
	names = map[string]declared{}
	at = token.NewFileSet()
	err := fs.WalkDir(os.DirFS(*dir), ".", func(name string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case e.IsDir() && (e.Name() == "testdata" || strings.HasPrefix(e.Name(), ".") && name != "."):
			return fs.SkipDir
		case !strings.HasSuffix(name, ".go"):
			return nil
		}

		full := filepath.Join(*dir, filepath.FromSlash(name))
		file, err := parser.ParseFile(at, full, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return err
		}

		folder := path.Dir(name)
		files[folder] = append(files[folder], file)
		if names[folder] == nil {
			names[folder] = declared{}
		}
		names[folder].take(file)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return files, names, at
}

// imports are the folders of this module that the files of a package import, by the names that they give them; "" for
// other packages.
func imports(files []*ast.File) map[string]string {
	found := map[string]string{}
	for _, file := range files {
		for _, one := range file.Imports {
			full, _ := strconv.Unquote(one.Path.Value)
			name := path.Base(full)
			if one.Name != nil {
				name = one.Name.Name
			}
			folder, isOwn := strings.CutPrefix(full, "eyeline/")
			if !isOwn {
				folder = ""
			}
			found[name] = folder
		}
	}
	return found
}

// TestLinksLead: what stands in brackets in the comment of a declaration is declared: a name of the package itself, or of
// one that the file imports. A comment that names what was renamed misleads.
func TestLinksLead(t *testing.T) {
	files, names, at := parsed(t)
	for folder, all := range files {
		known := imports(all)
		for _, file := range all {
			for _, group := range file.Comments {
				for _, m := range link.FindAllStringSubmatch(group.Text(), -1) {
					if !leads(m, names[folder], known, names) {
						t.Errorf("%s: %s leads nowhere", at.Position(group.Pos()), strings.TrimSpace(m[0]))
					}
				}
			}
		}
	}
}

// leads reports whether a link names something: of the package with own names, or of an imported one.
func leads(m []string, own declared, imported map[string]string, all map[string]declared) bool {
	isWord := m[2] == "" && !ast.IsExported(m[1])
	if isWord || own.has(strings.TrimRight(m[1]+"."+m[2], ".")) {
		return true
	}

	folder, isPackage := imported[m[1]]
	switch {
	case !isPackage:
		return false
	case folder == "" || m[2] == "":
		return true
	default:
		return all[folder].has(strings.TrimRight(m[2]+"."+m[3], "."))
	}
}

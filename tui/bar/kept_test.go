package bar

import (
	"reflect"
	"testing"
)

// TestSaysHasAllOfAFooter changes each thing that a footer can say: what is compared is another then.
func TestSaysHasAllOfAFooter(t *testing.T) {
	check := func(t *testing.T, name string, change func(*Footer)) {
		var f Footer
		if change(&f); f.Says() == (Footer{}).Says() {
			t.Errorf("a footer with another %s is taken for the same", name)
		}
	}
	var set func(path string, typ reflect.Type, of func(*Footer) reflect.Value)
	set = func(path string, typ reflect.Type, of func(*Footer) reflect.Value) {
		for i := range typ.NumField() {
			name := path + typ.Field(i).Name
			field := func(f *Footer) reflect.Value { return of(f).Field(i) }
			switch typ.Field(i).Type.Kind() {
			case reflect.Struct:
				set(name+".", typ.Field(i).Type, field)
			case reflect.String:
				check(t, name, func(f *Footer) { field(f).SetString("x") })
			case reflect.Bool:
				check(t, name, func(f *Footer) { field(f).SetBool(true) })
			case reflect.Int:
				check(t, name, func(f *Footer) { field(f).SetInt(1) })
			case reflect.Slice:
				check(t, name, func(f *Footer) { field(f).Set(reflect.MakeSlice(typ.Field(i).Type, 1, 1)) })
			default:
				t.Errorf("%s is of no kind that is compared", name)
			}
		}
	}
	set("", reflect.TypeFor[Footer](), func(f *Footer) reflect.Value { return reflect.ValueOf(f).Elem() })
}

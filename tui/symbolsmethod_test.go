package tui

import "testing"

// TestALongMethodStandsBelowItsClass: of a method whose name with its class would be cut there is the name alone.
func TestALongMethodStandsBelowItsClass(t *testing.T) {
	t.Parallel()
	text := "class VeryLongNamedHelper:\n    def first_method_of_it(self, argument):\n        pass\n\n" +
		"    def two(self):\n        pass\n"
	for width, want := range map[int]string{
		80: "  def first_method_of_it(self", 140: "  def VeryLongNamedHelper.first_method_of_it(self",
	} {
		onScreen(t, written(t, "f.py", text), width, 24, nil, func(s *screen) {
			s.keys("O")
			s.has("class VeryLongNamedHelper", want)
		})
	}
}

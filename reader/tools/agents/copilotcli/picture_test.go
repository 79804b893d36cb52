package copilotcli

import (
	"testing"

	"eyeline/reader/tools"
	"eyeline/reader/tools/toolstest"
)

// What is in a file with the name of a picture decides whether the model is given it, and not which name that is.
func TestPicturesByTheirContent(t *testing.T) {
	const png = "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x02\x00\x00\x00"
	files := map[string]string{}
	for _, ext := range pictureExtensions {
		files["png"+ext], files["gif"+ext] = png, "GIF89a\x01\x00\x01\x00\x00\x00\x00"
		files["text"+ext], files["gif3"+ext] = "a text\n", "GIF"
		files["raw"+ext] = "II*\x00\x10\x00\x00\x00CR\x02\x00\x00\x00\x00\x00\x00\x00"
		files["tiff"+ext] = "MM\x00*\x00\x00\x00\x08\x00\x00\x00\x00"
	}
	dir := toolstest.Tree(t, files)
	for name := range files {
		r, err := Tool.Read(t.Context(), tools.Env{Root: dir}, tools.BuildArgs(Tool, dir+"/"+name, nil))
		if err == nil {
			_ = r.Close() // read only
		}
		switch name[:3] {
		case "png", "gif":
			if name[:4] == "gif3" {
				break
			}
			if err != nil || r.Kind != "image" {
				t.Errorf("%s: %+v, %v", name, r, err)
			}
			continue
		case "tif":
			if err != nil || r.Kind != "" {
				t.Errorf("%s: %+v, %v", name, r, err)
			}
			continue
		}
		if err == nil || err.Error() != notViewed {
			t.Errorf("%s: %v", name, err)
		}
	}
}

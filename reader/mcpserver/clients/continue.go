package clients

var continueCLI = Client{
	Name: "Continue CLI", Version: "1.5.47",
	Note:        "instructions are not given; the texts of a result are given as JSON, of any length",
	Description: whole,
	Result:      func(r Result) string { return content(r.Texts) },
}

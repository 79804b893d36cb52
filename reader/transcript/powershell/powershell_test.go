package powershell

import "testing"

// TestAsShell: what is certain to print lines of one file in their order has a command of a POSIX shell, nothing else.
func TestAsShell(t *testing.T) {
	for command, want := range map[string]string{
		`Get-Content a.txt`:                                      `cat 'a.txt'`,
		`get-content -Raw 'sub dir\a.txt'`:                       `cat 'sub dir/a.txt'`,
		`Get-Content -LiteralPath "C:\w\[a].txt" -Encoding UTF8`: `cat 'C:/w/[a].txt'`,
		`Get-Content -Path '.\a.yml' -TotalCount 220`:            `head -n 220 './a.yml'`,
		`Get-Content a.txt -Tail 5`:                              `tail -n 5 'a.txt'`,
		`Get-Content a.txt | Select-Object -First 9`:             `cat 'a.txt' | head -n 9`,
		`Get-Content a.txt | select -Skip 10 -First 9`:           `cat 'a.txt' | tail -n +11 | head -n 9`,
		`Get-Content a.txt|Select-Object -Last 3`:                `cat 'a.txt' | tail -n 3`,
		"Get-Content a.txt; Get-Content b.txt;":                  `cat 'a.txt'; cat 'b.txt'`,
		`Get-Content C:/w/a.txt`:                                 `cat 'C:/w/a.txt'`,
		`Get-Content ~/a.txt`:                                    "",
		`Get-Content '~\a.txt'`:                                  "",
		`Get-Content Env:Path`:                                   "",
		`Get-Content C:a.txt`:                                    "",
		`Get-Content a.txt:stream`:                               "",
		`Get-Content a.txt -Encoding Byte`:                       "",
		`Get-Content -Raw a.txt | Select-Object -First 2`:        "",
		`Get-Content -Raw a.txt -TotalCount 2`:                   "",
		`Get-Content a.txt | Select-Object -Raw -First 2`:        "",
		`Get-Content “a b.txt”`:                                  "",
		`Get-Content *.txt`:                                      "",
		`Get-Content a.txt, b.txt`:                               "",
		`Get-Content a.txt b.txt`:                                "",
		`Get-Content $p`:                                         "",
		`Get-Content "$p\a.txt"`:                                 "",
		`Get-Content "a b"c`:                                     "",
		`Get-Content (Join-Path a b)`:                            "",
		`Get-Content a.txt | ForEach-Object { $_ }`:              "",
		`Get-Content a.txt | Select-Object Length`:               "",
		`Get-Content a.txt | Select-Object -Index 3`:             "",
		`Get-Content a.txt | Select-String x`:                    "",
		`Get-Content a.txt -Wait 1`:                              "",
		`Get-Content a.txt > b.txt`:                              "",
		`Write-Output 'Get-Content a.txt'`:                       "",
		`Get-Content 'it''s'`:                                    "",
		`Get-Content a.txt; Remove-Item a.txt`:                   "",
		`cat a.txt`:                                              "",
	} {
		if got, ok := AsShell(command); got != want && ok || ok != (want != "") {
			t.Errorf("%s: %q, %t, want %q", command, got, ok, want)
		}
	}
}

// TestNamesNoFiles: what stands for all properties is none of files.
func TestNamesNoFiles(t *testing.T) {
	for command, want := range map[string]string{
		"Get-Command x | Format-List *":                 "Get-Command x | Format-List '*'",
		"Get-Item a|select-object -Property *; ls *.go": "Get-Item a|select-object -Property '*'; ls *.go",
		"ls * | Sort-Object Name":                       "ls * | Sort-Object Name",
		"format-list *|select-object *":                 "format-list '*'|select-object '*'",
		"cat group-by *":                                "cat group-by *",
		"format-all *.go":                               "format-all *.go",
		"cat reformat-x.txt *":                          "cat reformat-x.txt *",
	} {
		if got := NamesNoFiles(command); got != want {
			t.Errorf("%s: %s, want %s", command, got, want)
		}
	}
}

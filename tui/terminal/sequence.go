package terminal

import "unicode/utf8"

const esc = 0x1B

// unit measures the first key, mouse event or answer in p: its length, 0 when p ends inside it. p is not empty.
func unit(p []byte) int {
	if p[0] != esc {
		if !utf8.FullRune(p) {
			return 0
		}
		_, n := utf8.DecodeRune(p)
		return n
	}
	if len(p) == 1 {
		return 0
	}
	switch p[1] {
	case '[':
		return csi(p)
	case 'O':
		if len(p) < 3 {
			return 0
		}
		return 3
	case ']', 'P', '_', '^', 'X':
		return controlString(p)
	}
	n := unit(p[1:])
	if n == 0 {
		return 0
	}
	return 1 + n
}

// csi measures a control sequence: parameters, intermediates, one final byte.
func csi(p []byte) int {
	if len(p) < 3 {
		return 0
	}
	switch p[2] {
	case 'M': // a mouse event in the old form: three bytes follow
		if len(p) < 6 {
			return 0
		}
		return 6
	case '[': // a function key of the Linux console
		if len(p) < 4 {
			return 0
		}
		return 4
	}
	for i := 2; i < len(p); i++ {
		switch c := p[i]; {
		case c >= 0x40 && c <= 0x7E:
			return i + 1
		case c < 0x20 || c > 0x3F:
			return i // not a control sequence after all
		}
	}
	return 0
}

// controlString measures OSC, DCS, APC, PM or SOS: to BEL or ST.
func controlString(p []byte) int {
	for i := 2; i < len(p); i++ {
		switch p[i] {
		case 0x07:
			return i + 1
		case esc:
			if i+1 == len(p) {
				return 0
			}
			if p[i+1] == '\\' {
				return i + 2
			}
			return i // broken off
		}
	}
	return 0
}

// answer reports whether a unit is a terminal's answer to a query, not something a person did.
func answer(u []byte) bool {
	if len(u) < 3 || u[0] != esc {
		return false
	}
	switch u[1] {
	case ']', 'P', '_', '^', 'X':
		return true
	case '[':
	default:
		return false
	}
	private := u[2] == '?' || u[2] == '>' || u[2] == '='
	switch u[len(u)-1] {
	case 'n', 't', 'y':
		return true
	case 'c', 'u':
		return private
	case 'R':
		// The cursor's position; CSI 1;N R is a function key with a modifier.
		return private || !(len(u) == 6 && u[2] == '1' && u[3] == ';')
	}
	return false
}

// isStatus reports whether an answer is that to AskStatus: the terminal works, or says that it does not.
func isStatus(u []byte) bool { return string(u) == "\x1b[0n" || string(u) == "\x1b[3n" }

// backgroundOf reads the answer to AskBackground: OSC 11 ; rgb:RRRR/GGGG/BBBB.
func backgroundOf(u []byte) (dark, ok bool) {
	const head = "\x1b]11;rgb:"
	if len(u) < len(head) || string(u[:len(head)]) != head {
		return false, false
	}
	var channel [3]float64
	at := len(head)
	for i := range channel {
		value, digits := 0, 0
		for ; at < len(u) && digits < 4; at++ {
			c := u[at] | 0x20
			switch {
			case u[at] >= '0' && u[at] <= '9':
				value = value<<4 | int(u[at]-'0')
			case c >= 'a' && c <= 'f':
				value = value<<4 | int(c-'a'+10)
			default:
				c = 0
			}
			if c == 0 {
				break
			}
			digits++
		}
		if digits == 0 {
			return false, false
		}
		channel[i] = float64(value) / float64(int(1)<<(4*digits)-1)
		if i < 2 {
			if at >= len(u) || u[at] != '/' {
				return false, false
			}
			at++
		}
	}
	return 0.2126*channel[0]+0.7152*channel[1]+0.0722*channel[2] < 0.5, true
}

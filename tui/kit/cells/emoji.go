package cells

import (
	"regexp"
	"sync"
	"unicode/utf8"
)

const (
	// emoji is the property Emoji of Unicode 15, without ASCII, regional indicators and skin tones.
	emoji = `©®‼⁉™ℹ↔-↙↩↪⌚⌛⌨⏏⏩-⏳⏸-⏺Ⓜ▪▫▶◀◻-◾☀-☄☎☑☔☕☘☝☠☢☣☦☪☮☯☸-☺♀♂♈-♓♟♠♣♥♦♨♻♾♿⚒-⚗⚙⚛⚜⚠⚡⚧⚪⚫⚰⚱⚽⚾⛄⛅⛈⛎⛏⛑⛓⛔⛩⛪⛰-⛵⛷-⛺⛽✂✅✈-✍✏` +
		`✒✔✖✝✡✨✳✴❄❇❌❎❓-❕❗❣❤➕-➗➡➰➿⤴⤵⬅-⬇⬛⬜⭐⭕〰〽㊗㊙🀄🃏🅰🅱🅾🅿🆎🆑-🆚🈁🈂🈚🈯🈲-🈺🉐🉑🌀-🌡🌤-🎓🎖🎗🎙-🎛🎞-🏰🏳-🏵🏷-🏺🐀-📽📿-🔽🕉-🕎🕐-🕧🕯🕰🕳-🕺🖇🖊-🖍🖐🖕🖖` +
		`🖤🖥🖨🖱🖲🖼🗂-🗄🗑-🗓🗜-🗞🗡🗣🗨🗯🗳🗺-🙏🚀-🛅🛋-🛒🛕-🛗🛜-🛥🛩🛫🛬🛰🛳-🛼🟠-🟫🟰🤌-🤺🤼-🥅🥇-🧿🩰-🩼🪀-🪈🪐-🪽🪿-🫅🫎-🫛🫠-🫨🫰-🫸`
	// toneBase is the property Emoji_Modifier_Base of Unicode 15: what may wear a skin tone.
	toneBase = `☝⛹✊-✍🎅🏂-🏄🏇🏊-🏌👂👃👆-👐👦-👸👼💁-💃💅-💇💏💑💪🕴🕵🕺🖐🖕🖖🙅-🙇🙋-🙏🚣🚴-🚶🛀🛌🤌🤏🤘-🤟🤦🤰-🤹🤼-🤾` +
		`🥷🦵🦶🦸🦹🦻🧍-🧏🧑-🧝🫃-🫅🫰-🫸`
)

// emojiSequences matches a well-formed emoji sequence (Unicode Technical Standard 51) of at most maxRunes characters: a
// flag, a keycap, or emoji, each with its presentation or skin tone, joined by U+200D. Tag sequences are not among
// them: tags can hide any text.
var emojiSequences = sync.OnceValue(func() *regexp.Regexp {
	one := `(?:[` + toneBase + `][🏻-🏿]|[` + emoji + `]\x{FE0F}?)`
	return regexp.MustCompile(`^(?:[🇦-🇿]{2}|[#*0-9]\x{FE0F}\x{20E3}|` + one + `(?:\x{200D}` + one + `){0,10})`)
})

// emojiSequence is the length in bytes and in runes of the emoji sequence that p begins with, 0 without one.
func emojiSequence(p []byte) (n, runes int) {
	sequence := emojiSequences().Find(p)
	return len(sequence), utf8.RuneCount(sequence)
}

// modifier reports whether r is a skin tone.
func modifier(r rune) bool { return r >= 0x1F3FB && r <= 0x1F3FF }

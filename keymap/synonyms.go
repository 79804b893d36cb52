package keymap

import "sync"

// synonyms are the words that an action is found by in the palette besides those of its name and its help: what people
// type who know other programs. Those that stand first are the best.
var synonyms = sync.OnceValue(func() map[Action]string {
	return map[Action]string{
		SearchBack: "search backward find grep regex pattern up reverse",
		NextMode: "mode bytes block indentation slice switch change way lines toggle slice-mode block-mode " +
			"byte-mode alternate",
		PrevMode: "previous mode back way before slice block bytes",
		NextTool: "tool switch agent next change cycle other assistant another-tool try-another-tool " +
			"switch-model",
		PrevTool: "prev back switch agent",
		ChooseTool: "agent claude gemini copilot cursor model favourite all compare losses tools agents " +
			"pick select choose favourites assistant cost price tokens cheapest cheap cheaper best ranking " +
			"rank every catalogue models versions sort order star favorite another-tool which-agent " +
			"aider goose gpt ai llm other-agent list-tools which-tool " +
			"pick-tool",
		ToggleTool: "less pager plain raw text none off disable enable normal switch original only " +
			"pager-mode less-mode no-tool without-tool disable-tool without source refuse refused refusal",
		Options: "arguments parameters offset limit settings flags argument parameter option setting " +
			"configure configuration config preferences tune tweak adjust customize customise set change " +
			"flag knobs max_levels max-lines default-value default maximum setup tab-width tab-size indent-size " +
			"value increment scale floor verbose reset reset-options reset-all default-options defaults " +
			"refuse refused refusal",
		NextPane: "pane output split side view result preview panel layout panes window model sees see " +
			"shows what hide toggle focus fullscreen maximize split-editor split-screen full-screen " +
			"toggle-sidebar what-the-agent-sees what-the-model-sees sent-text " +
			"what-is-sent what-was-sent sidebar side-panel model-view raw-output " +
			"display render screen image picture photo png jpeg pdf notebook ipynb",
		Compare: "diff difference versus side two both by side-by-side sides vs contrast against beside " +
			"differences compare-models compare-agents " +
			"compare-tools swap exchange flip a/b a-b delta vimdiff sdiff two-tools icdiff diff-so-fancy " +
			"beyond",
		Anchor: "offset start here place move put jump cursor centre center window read",
		Follow: "track cursor following auto automatic lock sync",
		NextWindow: "continue more chunk section portion part rest remaining unread batch next offset " +
			"page further onward forward proceed segment following next-block next-chunk " +
			"rest-of-file load read-further next-part not-sent unsent",
		PrevWindow: "back go-back previous prev go earlier before return chunk section portion part page " +
			"segment previous-block previous-chunk last-chunk step-back",
		Walk: "call calls continue steps how many pages page sequence plan total whole entire complete all " +
			"paging pagination paginate requests number remaining everything next-call second-call " +
			"is-it-complete not-sent which-call what-call call-list first-call last-call",
		NextLoss: "loss missing lost gap gaps hole omitted cut truncated dropped not-sent replaced hidden holes " +
			"elided skipped truncation ellipsis problem warning issue error unsent wrong not sent does get " +
			"left out what is skip secrets secret unseen lose loses losing losses what-is-lost clipped " +
			"invisible-lines blocked refused permission denied permission-denied what-is-cut where-cut",
		PrevLoss:  "back prev loss gap gaps hole omitted missing lost truncated",
		WindowTop: "begin start top",
		WindowEnd: "finish end bottom",
		Larger: "size bigger grow more expand increase parent outer enclosing widen extend enlarge zoom up " +
			"plus longer wider more-context more-lines double expand-selection bigger-window " +
			"surroundings surrounding surrounding-lines enclosing-function one-level-up level-up outward " +
			"grow-selection expand-block expand-all grow-block " +
			"bigger-block",
		Smaller: "shrink less reduce decrease child inner narrow zoom-out down minus tighten shorter " +
			"collapse fewer children zoom out less-context less-lines fewer-lines halve half " +
			"one-level-down level-down narrower inward shrink-selection fold-up shrink-block",
		Undo: "revert back restore oops mistake rollback undo reset previous-setting",
		Redo: "again forward repeat redo rerun",
		Solve: "solver cover exact arguments range selection find best minimal optimal fit lines " +
			"which call suggest exact-block exact-lines optimise optimize recommend minimum-tokens fewest-tokens " +
			"smallest-read shortest-read",
		Presets: "saved save options recall template profile profiles favourite configuration load " +
			"store defaults save-settings save-options",
		Siblings: "neighbour peers neighbours neighbor neighbors adjacent brothers",
		Header: "comment docs documentation decorator comments docstring docstrings decorators annotation " +
			"annotations above jsdoc javadoc include-header leading-comments docblock annotate",
		Why: "reason explain gutter column because justification rule rules cause",
		Blocks: "block ladder levels nesting parent ancestors scope scopes nested enclosing hierarchy " +
			"tree fold indent indented indentation by-indent",
		LineDown:   "go below one next-line down",
		LineUp:     "go above one previous-line up",
		PageDown:   "scroll page down next pages forward next-page scroll-down",
		PageUp:     "previous-page scroll page up back pages backward scroll-up",
		HalfDown:   "scroll half-screen",
		HalfUp:     "scroll half-screen",
		ScrollDown: "scroll roll",
		ScrollUp:   "scroll roll",
		Top: "start begin beginning first-line first home line top start-of-file head first-page " +
			"top-of-file go-to-start go-to-top gg",
		Bottom:     "end last last-line line tail bottom finish foot end-of-file last-page eof go-to-end",
		Left:       "sideways horizontal scroll pan columns horizontal-scroll scroll-left left-side",
		Right:      "sideways horizontal scroll pan columns horizontal-scroll scroll-right right-side",
		LineStart:  "home sideways begin beginning column beginning-of-line start-of-line",
		LineEnd:    "sideways finish last column end-of-line",
		Percent:    "half middle position percentage ratio proportion quarter half-way halfway 50%",
		CloseParen: "bracket matching match pair parenthesis parentheses",
		OpenParen:  "bracket matching match pair parenthesis",
		CloseBrace: "bracket matching match pair curly braces",
		OpenBrace:  "bracket matching match pair curly",
		Command: "goto jump line number offset colon ex open go-to navigate line-number address " +
			"position go type byte go-to-line goto-line last-file next-file previous-file first-file prev-file " +
			"relative-line quit-all :n :p :e",
		Symbols: "function method class outline definition type heading functions classes methods symbols " +
			"contents toc structure navigate declaration declarations index headings variables def " +
			"breadcrumbs breadcrumb minimap go-to-definition go-to-symbol table-of-contents sidebar " +
			"next-function previous-function prev-function imports tags ctags interface struct find-function " +
			"signature overview decorator exact-block exact-function whole-function whole-method this-function",
		SetMark:  "bookmark remember pin flag tag save-place label",
		GotoMark: "bookmark return jump bookmarks marks pin recall place",
		SearchDown: "find grep regex text look lookup query string word regexp pattern where " +
			"case-sensitive ignore-case regular-expression regular expression case sensitive insensitive " +
			"find-next-text locate ctrl-f literal fixed-string exact-match first-match",
		NextMatch: "find again result hit occurrence next following repeat",
		PrevMatch: "find again back result hit occurrence previous prev",
		WordDown:  "references usages find-references find-usages under cursor identifier same occurrence",
		WordUp:    "under cursor identifier same occurrence",
		HideMatches: "clear unhighlight colour color highlight highlighting unmark off matches " +
			"clear-search nohl noh nohlsearch clear-highlight",
		SearchAsAgents: "find grep ripgrep rg folder all files who ignored hidden ignore gitignore " +
			"repository repo everywhere codebase findable project global-search workspace-search recursive " +
			"all-matches ignored-files never-found",
		Filter: "only hide lines grep filtered matching narrow show exclude include subset lines-only " +
			"unhide count-matches",
		MarkLines: "select selection visual range highlight-lines choose block region mark pick " +
			"select-all visual-mode expand-selection copy-line copy-lines deselect unselect",
		Shell: "command terminal execute bash program script run exec cmd console",
		Pipe:  "command send llm prompt shell stdin piped feed mail share process filter-through",
		Copy: "clipboard yank osc52 paste duplicate take content text grab attach upload send share " +
			"copy-all copy-selection pbcopy xclip register registers copy-text wl-copy pasteboard",
		CopyRequest: "clipboard yank json call arguments api request tool-call payload parameters schema",
		CopyCommand: "clipboard yank script cli shell emit share reproduce command command-line terminal " +
			"automate copy-link link permalink url curl macro macros record-macro replay",
		Write: "save export download dump store file output-file disk keep to-file saveas :w persist " +
			"overwrite screenshot",
		LeavePrint: "stdout standard output quit exit print pipe-out emit",
		Invisibles: "whitespace tab tabs spaces hidden characters blanks invisible whitespaces nonprinting " +
			"unprintable control endings line-endings eol newline crlf zero-width nbsp indentation-marks " +
			"trim emoji dos minified",
		Wrap: "chop fold long-lines long truncate wrapping folding word-wrap softwrap soft overflow horizontal " +
			"linewrap truncated reflow unfold word-break unwrap",
		LineNumbers: "gutter column number numbers numbering lineno copy-line-number",
		Theme: "color colour dark light colors colours scheme style themes appearance contrast night day " +
			"skin palette look light-mode dark-mode syntax font high-contrast colorscheme solarized " +
			"monokai gruvbox light-theme monochrome no-color no-colour underline",
		PrevTheme: "back prev themes style scheme color colour dark light",
		Mouse:     "click select pointer cursor-mode wheel drag terminal touch scroll-wheel",
		Redraw:    "repaint clear refresh refresh-screen broken garbled glitch garbage flicker resize",
		Help: "keys bindings shortcuts palette commands manual what key hotkeys hotkey cheatsheet " +
			"documentation docs guide tutorial how usage menu actions about instructions " +
			"topics license keyboard about-program what-can-i-do f1 man-page readme cheat-sheet",
		Files: "open folder directory project browse other switch file files tree explorer picker recent " +
			"finder other-file next-file previous-file folders dir new new-tab open-recent tab next-buffer " +
			"buffers go-to-file find-file cd ls open-file examine fetch reveal",
		Hex: "binary hexadecimal bytes hexdump octal raw dump xxd",
		ShowAs: "encoding utf-8 utf-16 latin unpack gzip decode charset unzip decompress uncompress " +
			"compressed zip codepage character unicode utf8 format ascii ebcdic shift-jis gbk cp1252",
		Tail: "follow log watch live stream monitor growing append follow-end streaming realtime real-time " +
			"autoscroll update",
		Reload: "refresh again update changed re-read reopen sync rerun",
		Edit: "editor vim append emacs code replace modify rename fix write nano change substitute insert " +
			"find-and-replace search-and-replace " +
			"delete remove rename-file delete-file edit-file vscode open-in-editor open-in-vscode sed " +
			"notepad nvim cut-text type-text merge debug",
		NextChange: "git diff modified hunk changes patch difference differences unchanged",
		PrevChange: "git diff modified hunk back changes patch prev",
		Base:       "git index staged commit branch compare-base against main reference",
		Revisions: "revision commit log history versions git blame version commits past old older time " +
			"who-changed author annotate previous-version older-version " +
			"last-version checkout snapshot latest newest oldest today yesterday",
		Marks: "git diff gutter column change-gutter signs",
		Facts: "info information size statistics status count cost price tokens token money expensive " +
			"budget about where length details properties metadata stats words summary bytes encoding " +
			"language how big many much long where-am-i current-line this-line which-call fate cursor-line dollars " +
			"cents bill charge fee weight usage file-size count-lines overview extension title " +
			"why-not what-gives why",
		Cancel:         "escape stop close unmark back dismiss abort stop-loading reject",
		Quit:           "exit leave close bye end finish stop exit-program done file logout :q :q! :wq :qa get-out",
		Interrupt:      "stop kill abort halt break terminate cancel",
		Suspend:        "background job pause sleep shell fg bg",
		SwapCompared:   "swap switch flip reverse sides left right",
		OtherSide:      "other left right switch half",
		TakeSide:       "accept choose pick keep use apply winner",
		NextDifference: "diff hunk change mismatch next jump lacks missing forward",
		PrevDifference: "diff hunk change mismatch previous back",

		// Of recorded runs.
		Timeline: "calls call history log sequence order steps what-happened table list report text context",
		Edits:    "edit change changes diff blind wrote written writes patch why modified wrong mistake",
		Requests: "context prompt conversation messages compaction sent gone model window request body",
		Costs:    "cost price tokens token money expensive budget spend usage how-much cheap bill",
		SortRows: "sort order worst rank ranking first column by size time path latest newest",
		AllFolders: "all everything other folders directories projects everywhere global parent up " +
			"workspace",
		NextFinding: "next issue problem warning error finding forward",
		PrevFinding: "previous issue problem warning error finding back",
		RecordHelp:  "keys shortcuts manual bindings legend what-is-this",
		NextUnsent:  "never missing lost gap unsent next forward",
		PrevUnsent:  "never missing lost gap unsent back",
		AllCalls:    "timeline history list which every call",
		NextCall:    "forward step following read",
		PrevCall:    "back step earlier read",

		// Of lists, of what agents get before they read, and of searches.
		TakeItem:      "open select pick enter go show view accept ok choose",
		LeaveList:     "back quit exit close cancel escape leave dismiss end",
		CompareMarked: "compare diff beside versus two side-by-side",
		MarkItem:      "select tag check pick",
		SortItems:     "sort order rank worst cheapest fewest tokens",
		OpenSource:    "open show view file enter go",
		SourceAgents:  "agent model tool pick list which",
		SourceCompare: "compare diff versus beside two side-by-side",
		LeaveSources:  "quit exit close back end",
		OpenFound:     "open show view file enter go match",
		FoundAgents:   "agent model tool pick list which",
		FoundCompare:  "compare diff versus beside two side-by-side",
		FoundSort:     "sort order rank worst",
		FoundPattern:  "search find grep query regex again new",
		LeaveFound:    "quit exit close back end",
	}
})

// Synonyms are the words, with blanks between them, that an action is found by besides those of its name and its help.
func Synonyms(a Action) string { return synonyms()[a] }

package export

// descendants are the processes that a process has started, those that these have started, and so on, as far as the
// system tells. Those whose parent has ended are not found.
func descendants(of int) (all []int) {
	children := map[int][]int{}
	for pid, parent := range parents() {
		children[parent] = append(children[parent], pid)
	}

	for next := children[of]; len(next) > 0; {
		pid := next[0]
		all = append(all, pid)
		next = append(next[1:], children[pid]...)
		delete(children, pid) // so that it ends whatever the table says
	}

	return all
}

// Package requests, which changes without notice, rebuilds the requests that Claude Code made to its model, and proves
// them.
//
// Claude Code (2.1.301 on) writes a record of each request into its transcript: the identifier of an earlier request,
// how many of its messages stay, and the SHA-256 hashes of the messages that follow them. A message is one of the
// person's or the model's records, several of them joined, or a record of its own that no other has. The record also
// has the hash of the request as a whole: a request that was put together from other texts than were sent has another
// one, so that one that has the same is proven.
//
// Nothing of a message is kept but its hash and its place.
package requests

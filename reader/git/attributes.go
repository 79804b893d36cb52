package git

import (
	"bufio"
	"context"
	"errors"
	"hash/maphash"
	"io"
	"slices"
	"strings"
)

// Attributes asks for attributes of files, whose names come from names, each ended by NUL, and hands each file with the
// values to take. options are git check-attr's. The error is take's, git's, or that git did not answer for each of the
// names.
func Attributes(
	ctx context.Context, dir string, names io.Reader, attributes []string, take func(name string, values []string) error,
	options ...string,
) error {
	var asked, answered maphash.Hash
	asked.SetSeed(answered.Seed())
	args := slices.Concat([]string{"check-attr", "-z", "--stdin"}, options, attributes)
	p, err := Start(ctx, dir, io.TeeReader(names, &asked), args...)
	if err != nil {
		return err
	}
	defer p.Close()
	in := bufio.NewReaderSize(p, 64<<10)
	for {
		var name string
		values := make([]string, len(attributes))
		for i := range values {
			for _, field := range []*string{&name, new(string), &values[i]} {
				if *field, err = in.ReadString(0); err != nil {
					break
				}
				*field = strings.TrimSuffix(*field, "\x00")
			}
		}
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
		_, _ = answered.WriteString(name + "\x00")
		if err := take(name, values); err != nil {
			return err
		}
	}
	if err := p.Wait(); err != nil {
		return err
	}
	if n, _ := names.Read(make([]byte, 1)); n > 0 || asked.Sum64() != answered.Sum64() {
		return errors.New("git did not say the attributes of all files that it was asked for")
	}
	return nil
}

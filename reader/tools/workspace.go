package tools

import "context"

// openConfined opens a file for a workspace tool (CONTRACTS.md, Common ground: Root).
func openConfined(ctx context.Context, env Env, path string) (*opened, error) {
	if env.Stream != nil {
		return openStream(env), nil
	}
	c, err := confine(env.Root)
	if err != nil {
		return nil, err
	}
	defer c.close()
	return c.open(ctx, env, path)
}

-- A session of Crush by the identifier that is put in ('' for the newest one), a line for each message, with those of
-- the sessions that it started; nothing where there is none. The first text put in says whether a message sums up
-- what was before it.
CREATE TEMP TABLE run AS WITH RECURSIVE started(id) AS (
	SELECT id FROM sessions WHERE id = coalesce(nullif('%[2]s', ''),
		(SELECT id FROM sessions WHERE parent_session_id IS NULL ORDER BY updated_at DESC, created_at DESC LIMIT 1))
	UNION SELECT s.id FROM sessions s JOIN started r ON s.parent_session_id = r.id) SELECT id FROM started;
SELECT json_object('crush', id, 'parent', parent_session_id, 'created', created_at)
	FROM sessions WHERE id = (SELECT id FROM run WHERE rowid = 1);
SELECT json_object('crush', m.session_id, 'role', m.role, 'created', m.created_at, 'summary', %[1]s,
	'parts', CASE WHEN json_valid(m.parts) THEN json(m.parts) END)
	FROM run JOIN messages m ON m.session_id = run.id ORDER BY m.created_at, m.rowid;

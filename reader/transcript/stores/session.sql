-- A session as its export has it, by the identifier that is put in ('' for the newest one), with the parts of the
-- sessions that it started; nothing where there is none.
CREATE TEMP TABLE run AS WITH RECURSIVE started(id) AS (
	SELECT id FROM session WHERE id = coalesce(nullif('%s', ''),
		(SELECT id FROM session WHERE parent_id IS NULL ORDER BY time_updated DESC LIMIT 1))
	UNION SELECT s.id FROM session s JOIN started r ON s.parent_id = r.id) SELECT id FROM started;
SELECT '{"info":' || json_object('id', id, 'parentID', parent_id, 'directory', directory, 'version', version,
	'time', json_object('created', time_created)) || ',"messages":['
	FROM session WHERE id = (SELECT id FROM run WHERE rowid = 1);
SELECT json_object('info', json_object('sessionID', m.session_id, 'time', json_object('created', m.time_created),
	'modelID', CASE WHEN json_valid(m.data) THEN json_extract(m.data, '$.modelID') END),
	'parts', json_array(CASE WHEN json_valid(p.data) THEN json_insert(p.data, '$.id', p.id) END)) || ','
	FROM run JOIN message m ON m.session_id = run.id JOIN part p ON p.message_id = m.id
	ORDER BY m.time_created, m.id, p.id;
SELECT '{}]}' FROM run WHERE rowid = 1;

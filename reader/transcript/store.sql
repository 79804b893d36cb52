-- What stands before the messages of an export, of each session that no other one started, the newest first.
SELECT json_object('info', json_object('id', id, 'directory', directory, 'version', version,
	'time', json_object('created', time_created, 'updated', time_updated)))
	FROM session WHERE parent_id IS NULL ORDER BY time_updated DESC;

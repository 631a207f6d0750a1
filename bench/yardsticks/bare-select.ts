import { createServer } from 'node:http';
import pg from 'pg';

/** The second yardstick: `node:http` and the one statement that an account call needs at least. */
const ACCOUNT = {
  name: 'account',
  text: `SELECT a.name, a.last_login_at,
                (SELECT json_agg(json_build_array(i.id::text, i.type, i.value, i.is_validated) ORDER BY i.id)
                   FROM account_identifier i WHERE i.account_id = a.id) AS identifiers,
                (SELECT json_agg(json_build_array(f.id::text, f.name, f.premium_type, f.calendar_service,
                           f.location_service, f.autotracking_service, f.message_service, f.photo_service,
                           f.video_service, f.audio_service, f.task_service) ORDER BY f.id)
                   FROM family_member m JOIN family f ON f.id = m.family_id WHERE m.account_id = a.id) AS families
           FROM account a WHERE a.id = $1`,
};

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 20 });

createServer((request, response) => {
  pool.query({ ...ACCOUNT, values: [request.url?.slice(1)] }).then(
    ({ rows }) => {
      const body = JSON.stringify(rows[0]);
      response.writeHead(200, {
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(body),
      });
      response.end(body);
    },
    (cause: unknown) => response.writeHead(500).end(String(cause)),
  );
}).listen(Number(process.env.PORT), '127.0.0.1');

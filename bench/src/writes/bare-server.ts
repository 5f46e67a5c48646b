import Fastify from "fastify";
import pg from "pg";

// For comparison: one row of a contact form, inserted as Fastify and pg do it without anything of ours.

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
await pool.query(`
  create table contacts (
    id serial primary key,
    first_name text not null,
    last_name text not null,
    email text not null,
    subject text not null,
    message text not null,
    created_at timestamptz not null default now()
  )`);

const server = Fastify();
const text = { type: "string", maxLength: 10_000 };
const fields = ["firstName", "lastName", "email", "subject", "message"];
const body = {
  type: "object",
  required: fields,
  properties: Object.fromEntries(fields.map((each) => [each, text])),
};
server.post("/api/contact", { schema: { body } }, async (request) => {
  const form = request.body as Record<string, string>;
  const { rows } = await pool.query(
    "insert into contacts (first_name, last_name, email, subject, message) values ($1, $2, $3, $4, $5) returning id",
    fields.map((each) => form[each]),
  );
  return { success: true, lead_id: rows[0].id };
});
await server.listen({ port: Number(process.env.PORT), host: "127.0.0.1" });
console.log("http://");

import { createServer } from "node:http";

// The ceiling: `node:http` answers known paths with bytes that it was given before.

const replies = new Map<string, Buffer>();

createServer((request, response) => {
  const { url = "" } = request;
  if (request.method === "PUT") {
    const chunks: Buffer[] = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () => {
      replies.set(url, Buffer.concat(chunks));
      response.end();
    });
    return;
  }
  const body = replies.get(url);
  if (!body) {
    response.writeHead(404).end();
    return;
  }
  response.writeHead(200, {
    "content-type": "application/json; charset=utf-8",
    "content-length": body.length,
  });
  response.end(body);
}).listen(Number(process.env.PORT), "127.0.0.1");

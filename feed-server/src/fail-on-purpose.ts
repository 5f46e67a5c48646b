import type { ServerResponse } from "node:http";
import { type Failure, retryAfter } from "./behaviours.ts";
import type { FeedServer } from "./feed-server.ts";

/** Answers as a server in trouble does. Returns false without a failure. */
export function failOnPurpose(
  failure: Failure | undefined,
  feed: Pick<FeedServer, "behaviours" | "now">,
  response: ServerResponse,
): boolean {
  switch (failure) {
    case undefined:
      return false;
    case "500":
      response.writeHead(500).end("Internal Server Error");
      return true;
    case "503":
    case "429":
      response.writeHead(Number(failure), retryAfter(feed.behaviours, feed.now())).end();
      return true;
    case "410":
      response.writeHead(410).end();
      return true;
    case "reset":
      response.destroy();
      return true;
    case "truncated":
      response.writeHead(200, { "Content-Type": "application/json", "Content-Length": 5000 });
      response.write('{"value":[{"ListingKey":"KC');
      setImmediate(() => response.destroy());
      return true;
    case "html":
      response.writeHead(200, { "Content-Type": "text/html" }).end("<html><body>Maintenance</body></html>");
      return true;
    case "no value":
      response.writeHead(200, { "Content-Type": "application/json" }).end('{"@odata.context":"x"}');
      return true;
    case "redirect":
      response.writeHead(302, { Location: "http://127.0.0.1:1/" }).end();
      return true;
    case "hang":
      return true;
    case "endless":
      response.writeHead(200, { "Content-Type": "application/json" });
      response.write('{"value":[');
      writeWithoutEnd(response);
      return true;
  }
}

function writeWithoutEnd(response: ServerResponse): void {
  const chunk = `${'{"ListingKey":"KC0"},'.repeat(3000)}\n`;
  const more = () => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on("drain", more);
  more();
}

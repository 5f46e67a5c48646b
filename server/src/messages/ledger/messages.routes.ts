import { route } from "../../platform/http/route.ts";
import { listMessages } from "./list-messages.ts";
import * as schemas from "./messages.schemas.ts";

export const messageRoutes = [
  route({
    method: "GET",
    path: "/api/v1/admin/messages",
    operationId: "listMessages",
    summary: "List the messages of a brokerage, newest first",
    description:
      "The ledger of emails, texts and pushes to leads, clients and staff, without their content. Brokers see those of their own " +
      "brokerage, admins all.",
    tag: "Messages",
    permission: "broker",
    query: schemas.MessageQuery,
    response: schemas.MessagePage,
    reads: "replica",
    run: listMessages,
  }),
];

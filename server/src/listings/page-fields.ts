import { Type } from "typebox";
import { Nullable, PageQuery } from "../platform/http/list-envelope.ts";

/** Parameters of lists that have cursors (search.md, D15). `page` has no default: it must not stand beside `cursor`. */
export const PageOrCursor = {
  page: Type.Optional(Type.Integer({ minimum: 1, description: "Page number, from 1, which is the default" })),
  page_size: PageQuery.page_size,
  cursor: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 1000,
      description:
        "`next_cursor` of the page before, instead of `page`: nothing that does not change is repeated or missed meanwhile",
    }),
  ),
};

export const NextCursor = Nullable(
  Type.String({ description: "For `cursor` of the next page; null when nothing follows" }),
);

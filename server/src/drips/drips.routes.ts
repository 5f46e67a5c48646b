import { deletionOf } from "../platform/http/record-version.ts";
import { route } from "../platform/http/route.ts";
import * as schemas from "./drips.schemas.ts";
import { createDripSequence } from "./sequences/create-drip-sequence.ts";
import { deleteDripSequence } from "./sequences/delete-drip-sequence.ts";
import { getDripMeta } from "./sequences/get-drip-meta.ts";
import { getDripSequence } from "./sequences/get-drip-sequence.ts";
import { listDripSequences } from "./sequences/list-drip-sequences.ts";
import { sequenceVersion } from "./sequences/sequence-version.ts";
import { updateDripSequence } from "./sequences/update-drip-sequence.ts";
import { copyDripStarter } from "./starters/copy-drip-starter.ts";
import { listDripStarters } from "./starters/list-drip-starters.ts";

const PATH = "/api/v1/admin/drips";
const drips = { tag: "Drips" } as const;
const noBrokerage = "No brokerage context: an admin names the brokerage";
const nameTaken = "A drip sequence with this name already exists";
const full = `${nameTaken}, or the brokerage has ${schemas.MAX_SEQUENCES} sequences`;

export const dripRoutes = [
  route({
    ...drips,
    method: "GET",
    path: `${PATH}/meta`,
    operationId: "getDripMeta",
    summary: "Get the stages, placeholders and other enumerations of drip sequences",
    permission: "authenticated",
    response: schemas.DripMeta,
    run: getDripMeta,
  }),
  route({
    ...drips,
    method: "GET",
    path: PATH,
    operationId: "listDripSequences",
    summary: "List drip sequences by name, with their steps",
    description:
      "Brokers and agents see those of their own brokerage, admins all. One page can hold all sequences of a brokerage.",
    permission: "authenticated",
    query: schemas.DripSequenceListQuery,
    response: schemas.DripSequencePage,
    run: listDripSequences,
  }),
  route({
    ...drips,
    method: "POST",
    path: PATH,
    operationId: "createDripSequence",
    summary: "Create a drip sequence",
    permission: "broker",
    body: schemas.CreateDripSequenceBody,
    response: schemas.DripSequence,
    errors: { 400: noBrokerage, 404: "Brokerage not found", 409: full },
    run: createDripSequence,
  }),
  route({
    ...drips,
    method: "GET",
    path: `${PATH}/starters`,
    operationId: "listDripStarters",
    summary: "List starter sequences that can be copied",
    permission: "authenticated",
    response: schemas.DripStarterList,
    run: listDripStarters,
  }),
  route({
    ...drips,
    method: "POST",
    path: `${PATH}/starters/{key}`,
    operationId: "copyDripStarter",
    summary: "Copy a starter sequence into a brokerage",
    permission: "broker",
    params: schemas.StarterParams,
    body: schemas.CopyDripStarterBody,
    response: schemas.DripSequence,
    errors: { 400: noBrokerage, 404: "Starter not found, or Brokerage not found", 409: full },
    run: copyDripStarter,
  }),
  route({
    ...drips,
    method: "GET",
    path: `${PATH}/{sequence_id}`,
    operationId: "getDripSequence",
    version: sequenceVersion,
    summary: "Get a drip sequence",
    permission: "authenticated",
    params: schemas.SequenceParams,
    response: schemas.DripSequence,
    errors: { 404: "Sequence not found" },
    run: getDripSequence,
  }),
  route({
    ...drips,
    method: "PUT",
    path: `${PATH}/{sequence_id}`,
    operationId: "updateDripSequence",
    version: sequenceVersion,
    summary: "Update a drip sequence",
    description:
      "Fields that are absent keep their values. `steps` replaces the whole list: leads keep their position, and continue with the step that is there now; enrollments beyond the new end are completed.",
    permission: "broker",
    params: schemas.SequenceParams,
    body: schemas.UpdateDripSequenceBody,
    response: schemas.DripSequence,
    errors: { 404: "Sequence not found", 409: nameTaken },
    run: updateDripSequence,
  }),
  route({
    ...drips,
    method: "DELETE",
    path: `${PATH}/{sequence_id}`,
    operationId: "deleteDripSequence",
    summary: "Delete a drip sequence and its enrollments",
    permission: "broker",
    params: schemas.SequenceParams,
    response: schemas.Removed,
    errors: { 404: "Sequence not found" },
    version: deletionOf(sequenceVersion),
    run: deleteDripSequence,
  }),
];

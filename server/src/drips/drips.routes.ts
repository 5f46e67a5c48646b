import { route } from "../platform/http/route.ts";
import * as schemas from "./drips.schemas.ts";
import { createDripSequence } from "./sequences/create-drip-sequence.ts";
import { deleteDripSequence } from "./sequences/delete-drip-sequence.ts";
import { getDripMeta } from "./sequences/get-drip-meta.ts";
import { getDripSequence } from "./sequences/get-drip-sequence.ts";
import { listDripSequences } from "./sequences/list-drip-sequences.ts";
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
    summary: "The stages, placeholders and other words of drip sequences",
    permission: "authenticated",
    response: schemas.DripMeta,
    run: getDripMeta,
  }),
  route({
    ...drips,
    method: "GET",
    path: PATH,
    operationId: "listDripSequences",
    summary: "Drip sequences by name, with their steps",
    description:
      "Brokers and agents see their own brokerage's, admins all. One page holds all of a brokerage.",
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
    summary: "Add a drip sequence",
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
    summary: "Sequences that are written already, to copy",
    permission: "authenticated",
    response: schemas.DripStarterList,
    run: listDripStarters,
  }),
  route({
    ...drips,
    method: "POST",
    path: `${PATH}/starters/{key}`,
    operationId: "copyDripStarter",
    summary: "Copy a starter into a brokerage",
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
    summary: "One drip sequence",
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
    summary: "Change a drip sequence",
    description:
      "What is not given stays. `steps` replaces the whole list: leads go on at their position, whichever step stands there then, and those that wait beyond the new end are completed.",
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
    run: deleteDripSequence,
  }),
];

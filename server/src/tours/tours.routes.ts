import { Type } from "typebox";
import { route } from "../platform/http/route.ts";
import { getTour } from "./get-tour.ts";
import { listTours } from "./list-tours.ts";
import { requestTour } from "./request-tour.ts";
import { tourVersion } from "./tour-version.ts";
import * as schemas from "./tours.schemas.ts";
import { updateTour } from "./update-tour.ts";

const tours = { tag: "Tours" } as const;

export const tourRoutes = [
  route({
    ...tours,
    method: "POST",
    path: "/api/tours",
    operationId: "requestTour",
    storesKilobytes: 16,
    summary: "Request a tour of a listing",
    description:
      "The request's domain determines the brokerage. The visitor becomes a buyer lead, unless they already have an open lead. " +
      "A different phone number then becomes an unverified contact on its timeline.",
    permission: "public",
    tenant: true,
    limits: ["forms_address"],
    body: schemas.RequestTourBody,
    response: schemas.TourReceipt,
    errors: { 404: "Brokerage not found, or Property not found" },
    run: requestTour,
  }),
  route({
    ...tours,
    method: "GET",
    path: "/api/tours",
    operationId: "listTours",
    summary: "List tour requests, newest first",
    description: "Agents see requests of their leads, brokers those of their brokerage, admins all.",
    permission: "authenticated",
    query: schemas.TourListQuery,
    response: Type.Array(schemas.Tour),
    run: listTours,
  }),
  route({
    ...tours,
    method: "GET",
    path: "/api/tours/{request_id}",
    operationId: "getTour",
    version: tourVersion,
    summary: "Get a tour request",
    permission: "authenticated",
    params: schemas.TourParams,
    response: schemas.Tour,
    errors: { 404: "Tour request not found" },
    run: getTour,
  }),
  route({
    ...tours,
    method: "PATCH",
    path: "/api/tours/{request_id}",
    operationId: "updateTour",
    version: tourVersion,
    summary: "Confirm, complete or cancel a tour request",
    permission: "authenticated",
    params: schemas.TourParams,
    body: schemas.UpdateTourBody,
    response: schemas.Tour,
    errors: {
      404: "Tour request not found",
      409: "The status cannot change this way; `detail` has the allowed ones",
    },
    run: updateTour,
  }),
];

export { enrollLead } from "./enrollments/enroll-lead.ts";
export { recordEnrollment } from "./enrollments/record-enrollment.ts";
export { outreachRoutes } from "./outreach.routes.ts";
export { runDripPass } from "./run/run-drip-pass.ts";

export { type DemoProgress, loadDemo } from "./load-demo.ts";

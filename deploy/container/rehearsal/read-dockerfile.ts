import {
  type Copy,
  DockerfileParser,
  type From,
  type JSONInstruction,
  type PropertyInstruction,
} from "dockerfile-ast";

/** What an instruction does to the file system of a stage. */
export type Step =
  | { do: "run"; command: string }
  | { do: "copy"; from: string | null; sources: string[]; target: string }
  | { do: "workdir"; path: string }
  | { do: "environment"; values: Record<string, string> };

export type Stage = { name: string; base: string; steps: Step[] };

/** How the image is run. */
export type ImageConfig = {
  user: string;
  volumes: string[];
  ports: number[];
  stopSignal: string;
  healthCheck: string[];
  entrypoint: string[];
  command: string[];
};

export type Image = { stages: Stage[]; config: ImageConfig };

/** @throws for an instruction that a rehearsal does not carry out: nothing is left out silently. */
export function readDockerfile(text: string): Image {
  const stages: Stage[] = [];
  const config: ImageConfig = {
    ...{ user: "", stopSignal: "", volumes: [], ports: [] },
    ...{ healthCheck: [], entrypoint: [], command: [] },
  };
  const globals: Record<string, string> = {};
  for (const instruction of DockerfileParser.parse(text).getInstructions()) {
    const keyword = instruction.getKeyword();
    const stage = stages.at(-1);
    if (keyword === "FROM") {
      const from = instruction as From;
      const image = expand(from.getImage() ?? "", globals);
      stages.push({ name: from.getBuildStage() ?? "", base: image, steps: [] });
      continue;
    }
    if (!stage) {
      if (keyword !== "ARG") throw new Error(`Cannot rehearse ${keyword} before the first FROM`);
      Object.assign(globals, propertiesOf(instruction as PropertyInstruction));
      continue;
    }
    const words = instruction.getArguments().map((argument) => argument.getValue());
    switch (keyword) {
      case "RUN":
        stage.steps.push({ do: "run", command: instruction.getRawArgumentsContent() ?? "" });
        break;
      case "COPY": {
        const copy = instruction as Copy;
        const flags = copy.getFlags();
        if (flags.some((flag) => flag.getName() !== "from")) throw new Error(`Cannot rehearse ${copy}`);
        const paths = words.filter((word) => !word.startsWith("--"));
        const from = copy.getFromFlag()?.getValue() ?? null;
        stage.steps.push({ do: "copy", from, sources: paths.slice(0, -1), target: paths.at(-1) as string });
        break;
      }
      case "WORKDIR":
        stage.steps.push({ do: "workdir", path: words[0] as string });
        break;
      case "ENV":
      case "ARG":
        stage.steps.push({ do: "environment", values: propertiesOf(instruction as PropertyInstruction) });
        break;
      case "LABEL":
        break;
      case "USER":
        config.user = words[0] as string;
        break;
      case "VOLUME":
        config.volumes.push(...words);
        break;
      case "EXPOSE":
        config.ports.push(...words.map(Number));
        break;
      case "STOPSIGNAL":
        config.stopSignal = words[0] as string;
        break;
      case "HEALTHCHECK":
        config.healthCheck = jsonOf(instruction as JSONInstruction);
        break;
      case "ENTRYPOINT":
        config.entrypoint = jsonOf(instruction as JSONInstruction);
        break;
      case "CMD":
        config.command = jsonOf(instruction as JSONInstruction);
        break;
      default:
        throw new Error(`Cannot rehearse ${keyword}`);
    }
  }
  return { stages, config };
}

function propertiesOf(instruction: PropertyInstruction): Record<string, string> {
  return Object.fromEntries(
    instruction.getProperties().map((property) => [property.getName(), property.getValue() ?? ""]),
  );
}

function jsonOf(instruction: JSONInstruction): string[] {
  const content = instruction.getRawArgumentsContent() ?? "";
  return JSON.parse(content.slice(content.indexOf("["))) as string[];
}

function expand(text: string, values: Record<string, string>): string {
  return text.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => values[name] ?? "");
}

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { Schema } from "../../app/api.ts";
import { ApiError } from "../../app/api-error.ts";

type Step = Schema<"FeedTrialStep">;
type Result = Schema<"FeedTrial">;
type Line = { step: Step } | { trial: Result };
type Send = () => Promise<{ response: Response }>;

/** A test of a feed: its steps as they end, and then its result. */
export type Trial = {
  begin: (send: Send) => void;
  isRunning: boolean;
  steps: readonly Step[];
  result: Result | null;
  error: ApiError | null;
};

export function useTrial(): Trial {
  const [steps, setSteps] = useState<readonly Step[]>([]);
  const { mutate, isPending, data, error } = useMutation<Result, ApiError, Send>({
    async mutationFn(send) {
      setSteps([]);
      const { response } = await send();
      return readTrial(response, (step) =>
        setSteps((known) => [...known.filter(({ name }) => name !== step.name), step]),
      );
    },
  });
  return { begin: mutate, isRunning: isPending, steps, result: data ?? null, error };
}

/** Reads the lines of the reply as they come. @throws ApiError when it ends before its result. */
async function readTrial({ body }: Response, onStep: (step: Step) => void): Promise<Result> {
  let rest = "";
  try {
    const reader = (body as ReadableStream<BufferSource>).pipeThrough(new TextDecoderStream()).getReader();
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      const lines = (rest + read.value).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines.map((text) => JSON.parse(text) as Line)) {
        if ("trial" in line) return line.trial;
        onStep(line.step);
      }
    }
  } catch (error) {
    throw ApiError.ofNetwork(error);
  }
  throw new ApiError(0, "The test was cut off. Try again.");
}

import { describe, expect, it } from "vitest";
import { readConfig, StartError } from "./config.ts";
import { modelFolder } from "./model-settings.ts";

const server = { MODEL_PROVIDER: "server", MODEL_SERVER_URL: "http://10.0.0.7:11434", TEXT_MODEL: "bge-m3" };

describe("the settings of models", () => {
  it("are the built-in models when nothing is said, with a folder for others in the data folder", () => {
    const config = readConfig({ DATA_DIR: "/data" });
    expect(modelFolder(config)).toBe("/data/models");
    expect(config.models).toEqual({
      provider: "builtin",
      photoDetector: true,
      dir: null,
      server: null,
      text: null,
      vision: null,
      image: null,
    });
  });

  it("take a relative folder from where the user stands", () => {
    expect(modelFolder(readConfig({ MODEL_DIR: "there", INIT_CWD: "/stands" }))).toBe("/stands/there");
  });

  it("add /v1 to a model server's address that has no path, and leave other paths alone", () => {
    expect(readConfig(server).models.server).toEqual({ url: "http://10.0.0.7:11434/v1", key: null });
    const proxied = { ...server, MODEL_SERVER_URL: "https://ai.test/openai/v2/", MODEL_SERVER_KEY: "k" };
    expect(readConfig(proxied).models.server).toEqual({ url: "https://ai.test/openai/v2", key: "k" });
  });

  it.each([
    [{ MODEL_PROVIDER: "cloud" }, "MODEL_PROVIDER must be one of builtin, local, server."],
    [{ ...server, MODEL_SERVER_URL: "" }, /^MODEL_SERVER_URL must be set when MODEL_PROVIDER is server/],
    [{ ...server, MODEL_SERVER_URL: "models:11434" }, /^MODEL_SERVER_URL must be an address that starts/],
    [{ ...server, MODEL_SERVER_URL: "http://u:secret@models" }, /^MODEL_SERVER_URL must be .* without user/],
    [{ ...server, MODEL_SERVER_URL: "http://models/v1?key=secret" }, /^MODEL_SERVER_URL must be .* without/],
    [{ ...server, TEXT_MODEL: "" }, /^TEXT_MODEL must be set when MODEL_PROVIDER is server/],
    [{ ...server, MODEL_SERVER_KEY: "a secret" }, /^MODEL_SERVER_KEY must be up to 500 characters/],
    [{ MODEL_PROVIDER: "local", TEXT_MODEL: "../../secret" }, /^TEXT_MODEL must be the name of a model/],
    [
      { MODEL_PROVIDER: "local", IMAGE_EMBEDDING_MODEL: "/secret" },
      /^IMAGE_EMBEDDING_MODEL must be the name/,
    ],
    [{ MODEL_PROVIDER: "local", VISION_MODEL: "a b" }, /^VISION_MODEL must be the name of a model/],
  ])("stop on %j with one line that says what to do", (environment, line) => {
    const start = () => readConfig(environment);
    expect(start).toThrow(StartError);
    expect(start).toThrow(line);
    expect(start).not.toThrow(/\n|secret/);
  });
});

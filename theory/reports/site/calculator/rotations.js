// The angles by which a configuration turns, in radians a position, as transformers computes them:
// no scaling, linear, dynamic NTK, YaRN, llama3 and longrope.
"use strict";
(function (lib) {
  const NESTED = ["text_config", "llm_config", "language_config"];

  // What a rule reads that the page has no field for: [its name in a config.json, here, usual value].
  const UNSHOWN = {
    yarn: [["beta_fast", "betaFast", 32], ["beta_slow", "betaSlow", 1], ["truncate", "truncate", true]],
    llama3: [["low_freq_factor", "lowFactor", 1], ["high_freq_factor", "highFactor", 4]],
    longrope: [["short_factor", "short"], ["long_factor", "long"]],
  };

  function need(condition, words) {
    if (!condition) throw new Error(words);
  }

  function number(value, name, least) {
    need(typeof value === "number" && Number.isFinite(value) && value >= least, `${name}: a number of at least ${least} is needed`);
    return value;
  }

  // [low, high]: frequencies before `low` keep their angle, those after `high` are divided by the factor.
  function correction({ base, size, scaling }) {
    const at = (turns) => (size * Math.log(scaling.original / (turns * 2 * Math.PI))) / (2 * Math.log(base));
    let [low, high] = [at(scaling.betaFast), at(scaling.betaSlow)];
    if (scaling.truncate) [low, high] = [Math.floor(low), Math.ceil(high)];
    [low, high] = [Math.max(low, 0), Math.min(high, size - 1)];
    return low === high ? [low, high + 0.001] : [low, high];
  }

  const RULES = {
    none: (plain) => plain,
    linear: (plain, { scaling }) => plain.map((x) => x / scaling.factor),
    dynamic: (plain, given, n) => {
      const { base, size, scaling } = given;
      const ratio = Math.max(n, scaling.original) / scaling.original;
      const raised = base * (scaling.factor * ratio - (scaling.factor - 1)) ** (size / (size - 2));
      return plain.map((_, p) => raised ** ((-2 * p) / size));
    },
    yarn: (plain, given) => {
      const [low, high] = correction(given);
      return plain.map((x, p) => {
        const ramp = Math.min(1, Math.max(0, (p - low) / (high - low)));
        return (x / given.scaling.factor) * ramp + x * (1 - ramp);
      });
    },
    llama3: (plain, { scaling }) => plain.map((x) => {
      const { factor, lowFactor, highFactor, original } = scaling;
      const turns = (original * x) / (2 * Math.PI);
      if (turns > highFactor) return x;
      if (turns < lowFactor) return x / factor;
      const smooth = (turns - lowFactor) / (highFactor - lowFactor);
      return ((1 - smooth) * x) / factor + smooth * x;
    }),
    longrope: (plain, { scaling }, n) => {
      const factors = n > scaling.original ? scaling.long : scaling.short;
      need(Array.isArray(factors) && factors.length === plain.length, `longrope: ${plain.length} factors are needed`);
      return plain.map((x, p) => x / factors[p]);
    },
  };

  // The angles in windows of n positions, fastest first as the model has them.
  function angles(given, n) {
    const { base, size, scaling } = given;
    const plain = Array.from({ length: size / 2 }, (_, p) => Math.fround(base ** ((-2 * p) / size)));
    return RULES[scaling.type](plain, given, n);
  }

  // The fields of rope_scaling that say this scaling, and those without a field on the page
  // whose value is another than the page takes.
  function fieldsOf(scaling) {
    const { type, factor, original } = scaling;
    const rest = (some) => Object.fromEntries(some.map(([name, own]) => [name, scaling[own]]));
    const all = UNSHOWN[type] ?? [];
    return {
      every: { rope_type: type, factor, original_max_position_embeddings: original, ...rest(all) },
      unusual: rest(all.filter(([, own, usual]) => scaling[own] !== usual)),
    };
  }

  function scalingOf(said, longest, first) {
    const named = said.rope_type ?? said.type ?? "default";
    const type = named === "default" || named === "mrope" ? "none" : named;
    need(type in RULES, `scaling ${type}: this page does not compute it; rope-claims does`);
    const original = type === "dynamic" ? longest : said.original_max_position_embeddings ?? first ?? longest;
    const factor = said.factor ?? (type === "yarn" || type === "longrope" ? longest / original : 1);
    return {
      type, factor: number(factor, "factor", 1e-9), original: number(original, "original length", 1),
      betaFast: said.beta_fast || 32, betaSlow: said.beta_slow || 1, truncate: said.truncate ?? true,
      lowFactor: said.low_freq_factor ?? 1, highFactor: said.high_freq_factor ?? 4,
      long: said.long_factor, short: said.short_factor,
    };
  }

  // What a config.json says of its rotation: [{layers, base, size, scaling}], one a layer type.
  function read(config) {
    need(config !== null && typeof config === "object" && !Array.isArray(config), "a config.json is an object");
    const inner = NESTED.map((name) => config[name]).find(Boolean);
    if (inner) return read(inner);
    if (config.model_type === "gpt2" || config.alibi) return [];
    const width = config.hidden_size ?? config.n_embd;
    const heads = config.num_attention_heads ?? config.n_head;
    const head = config.qk_rope_head_dim ?? config.head_dim ?? (width && heads ? Math.floor(width / heads) : undefined);
    number(head, "head_dim, or hidden_size and num_attention_heads", 2);
    const longest = config.max_position_embeddings ?? config.n_positions ?? 2048;
    const said = config.rope_parameters ?? config.rope_scaling ?? {};
    const one = (own, base, layers) => {
      const share = own.partial_rotary_factor ?? config.partial_rotary_factor ?? config.rotary_pct ?? 1;
      const theta = own.rope_theta ?? base ?? config.rope_theta ?? config.rotary_emb_base ?? 10_000;
      const size = config.rotary_dim ?? Math.floor(head * share);
      need(size % 2 === 0, `${size} coordinates of a head turn: this page needs an even number; rope-claims says whether a model runs with it`);
      return { layers, base: number(theta, "base", 1.000001), size: number(size, "rotated size", 2), scaling: scalingOf(own, longest, config.original_max_position_embeddings) };
    };
    const kinds = Object.entries(said).filter(([, own]) => own !== null && typeof own === "object" && !Array.isArray(own));
    if (kinds.length) return kinds.map(([layers, own]) => one(own, undefined, layers));
    if (config.rope_local_base_freq) {
      return [one(said, undefined, "full_attention"), one({}, config.rope_local_base_freq, "sliding_attention")];
    }
    return [one(said, undefined, "")];
  }

  Object.assign(lib, { angles, fieldsOf, read });
})((globalThis.ropeCapacity ??= {}));

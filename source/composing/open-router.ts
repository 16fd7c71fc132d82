// The router of an opened manifest, and what is said when its weights cannot be used.
import { readFileSync } from 'node:fs'
import type { JsonSchema } from '../contracts/json.ts'
import { isManifestProblem, type Manifest, takesArguments } from '../contracts/manifest.ts'
import type { Router } from '../contracts/router.ts'
import { asClause } from '../lib/as-clause.ts'
import type { Registry } from '../registry/registry.ts'
import { decodeRouter, findRouterFault } from '../router/model-bytes.ts'
import { createRouter } from '../router/router.ts'
import type { RouterParts } from '../router/router-parts.ts'
import { readSenseHead, type SenseHead } from '../router/sense-head.ts'
import { wordsOfTool } from '../router/words.ts'

/** Reads the router's chunk as far as a start must; all else when it is first asked. `search`: the tool that finds tools, which is never found by words; `by`: the sentence model, and the file of what it knows of the tools. */
export function openRouter(
  manifest: Manifest | undefined,
  registry: Registry,
  search: string | undefined,
  taught: RouterParts['taught'],
  by?: { readonly meaning: RouterParts['meaning']; readonly senses: string },
): { router: Router; notices: string[] } {
  const bytes = manifest?.router()
  const problem = bytes === undefined ? undefined : isManifestProblem(bytes) ? bytes : findRouterFault(bytes)
  // Unpacked when it is first asked: a start need not wait for a million weights.
  const model = onFirstUse(() => {
    const decoded =
      bytes === undefined || isManifestProblem(bytes) || problem !== undefined
        ? undefined
        : decodeRouter(bytes)
    return isManifestProblem(decoded) ? undefined : decoded
  })
  const router = onFirstUse(() => {
    const senseHead = by?.meaning && readSenses(by.senses)
    return routerOf(registry, { model: model(), taught, meaning: by?.meaning, senseHead }, search)
  })
  const notices =
    problem === undefined
      ? []
      : [
          `The router's weights cannot be used (${asClause(problem.message)}); tools are found by words alone. Repair: \`/tools reload\`.`,
        ]
  return {
    router: {
      route: (...asked) => router().route(...asked),
      split: (...asked) => router().split(...asked),
      prepare: async (...asked) => router().prepare?.(...asked),
      newProblems: () => router().newProblems?.() ?? [],
    },
    notices,
  }
}

function routerOf(
  registry: Registry,
  learned: Pick<RouterParts, 'model' | 'taught' | 'meaning' | 'senseHead'>,
  search: string | undefined,
): Router {
  const details = registry.entries.flatMap((entry) => {
    const detail = registry.detail(entry.name)
    return detail === undefined ? [] : [{ entry, detail }]
  })
  const detailOf = (tool: string) => details.find(({ entry }) => entry.name === tool)?.detail
  return createRouter({
    // A request for a tool that is off is for none of the others.
    notAllowed: 'none',
    ...learned,
    triggers: details.flatMap(({ entry, detail }) =>
      detail.triggers.map((trigger) => ({ tool: entry.name, trigger })),
    ),
    examplesOf: (tool) => detailOf(tool)?.examples ?? [],
    argumentsOf: (tool) => Object.keys(detailOf(tool)?.parameters.properties ?? {}),
    withoutArguments: new Set(
      details.flatMap(({ entry, detail }) => (takesArguments(detail) ? [] : [entry.name])),
    ),
    oneEach: new Set(
      details.flatMap(({ entry, detail }) => (hasOneEach(detail.parameters) ? [entry.name] : [])),
    ),
    groups: new Map(details.map(({ entry }) => [entry.name, entry.group])),
    words: details
      .filter(({ entry }) => entry.name !== search)
      .map(({ entry, detail }) => wordsOfTool({ ...entry, ...detail })),
  })
}

function readSenses(path: string): SenseHead | undefined {
  try {
    return readSenseHead(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

function hasOneEach({ properties = {} }: JsonSchema): boolean {
  return Object.values(properties).some((property) => property['x-each'] === true)
}

/** Made at the first call. The tools' details and the weights would cost every start a tenth of a second each. */
function onFirstUse<T>(make: () => T): () => T {
  let made: { readonly it: T } | undefined
  return () => {
    made ??= { it: make() }
    return made.it
  }
}

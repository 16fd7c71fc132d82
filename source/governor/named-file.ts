// The file that a request names, and the request without it: what a calculation is about, and not where its values stand. Pure.

const FILE =
  /(?<![\p{L}\p{N}_./~-])(?:[\p{L}\p{N}_-][\p{L}\p{N}_.-]*\/)*[\p{L}\p{N}_-][\p{L}\p{N}_.-]*\.[a-z][a-z\d]{1,5}(?![\p{L}\p{N}_/-])/giu

/** The only file that is named by a path with an ending; undefined: none, or several. */
export function namedFile(request: string): string | undefined {
  const [path, ...others] = new Set([...request.matchAll(FILE)].map(([found]) => found))
  return others.length === 0 ? path : undefined
}

/** "/etc/hosts", "~/notes/plan", "C:\\log" */
const ROOTED = /(?<![^\s"'“(])(?:~?\/[\p{L}\p{N}_.-]+\/?|\p{L}:\\)[^\s"'”),;?!]*/u

/** Whether it names a file by its path, so that none of the folder has to be found for it. */
export function namesFile(request: string): boolean {
  return namedFile(request) !== undefined || ROOTED.test(request)
}

const IN = '(?:in|from|on|inside|of|per|under|at|by|with|to|into|out of|based on|according to|going by)'
/** What stands before a file that is named apart: "look at plan.md". */
const LEAD = new RegExp(
  `(?:(?<![\\p{L}\\p{N}])(?:have a look|look|check|see|open|read|take|use|using|file|${IN}|the|my|our|that|this)\\s+)+$`,
  'iu',
)
/** A sentence that only says where something stands: "the rate is in prices.json". */
const SAYS_WHERE =
  /(?<![\p{L}\p{N}])(?:is|are|was|were|['’]s|stands?|has|have|lists|gives|says|shows|contains)(?![\p{L}\p{N}])/iu
const ASKS =
  /(?<![\p{L}\p{N}])(?:what|how|when|which|who|where|add|convert|calculate|remind|set)(?![\p{L}\p{N}])/iu

/** The request without `path`, and without the sentence that only says that its values stand there. */
export function withoutFile(request: string, path: string): string {
  const parts = request.split(/(?<=[.!?;])\s+|(?<=,)\s+(?=what|how)|\s+[-–]\s+/iu)
  const rest = parts.filter((part) => !part.includes(path) || !SAYS_WHERE.test(part) || ASKS.test(part))
  const kept = rest.length > 0 ? rest : parts
  return kept
    .map((part) => {
      const [before = '', ...behind] = part.split(path)
      return behind.length === 0
        ? part
        : `${before.replace(LEAD, '')} ${behind.join(path).replace(/^['’]s/u, '')}`
    })
    .join(' ')
    .replace(/\(\s*\)/g, '')
    .replace(/\s+(?=[,.?!;:])/g, '')
    .replace(/^[\s,.:;]+|[\s,:;]+$/g, '')
    .replace(/\s{2,}/g, ' ')
}

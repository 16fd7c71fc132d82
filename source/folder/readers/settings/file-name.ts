// What a path says of a file.

/** The file's own name: `site.json` of `conf/site.json`. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** What stands behind the last dot, in small letters; empty for none, as in `.env` and `notes`. */
export function endingOf(path: string): string {
  return /[^.]\.([^.]*)$/.exec(nameOf(path))?.[1]?.toLowerCase() ?? ''
}

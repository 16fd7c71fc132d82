/** Whether a terminal can show more than ASCII: only where the locale says UTF-8 (POSIX: LC_ALL, LC_CTYPE, LANG). */
export function canShowUnicode(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): boolean {
  if (env.TERM === 'linux' || env.TERM === 'dumb') return false
  if (platform === 'win32') return Boolean(env.WT_SESSION) || env.TERM_PROGRAM === 'vscode'
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG || ''
  // macOS terminals speak UTF-8 even where no locale is set.
  return /utf-?8/i.test(locale) || (locale === '' && platform === 'darwin')
}

// A template may begin the answer itself, with `<think>`: that stands in the prompt and is never written. Whoever reads the
// answer gets it in front, as from a model that writes it.

/** Puts `opening` before the first piece of an answer and before the whole of it; nothing where it is empty. */
export function beginWith(
  opening: string,
  onText: (text: string) => void,
): {
  readonly onText: (text: string) => void
  readonly whole: <T extends { readonly text: string }>(said: T) => T
} {
  let missing = opening
  return {
    onText: (text) => {
      onText(missing + text)
      missing = ''
    },
    whole: (said) => (opening === '' ? said : { ...said, text: opening + said.text }),
  }
}

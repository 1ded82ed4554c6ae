/** The one message that the model gets. */
export function compactionRequest(transcript: string, instruction: string | undefined): string {
  const wish = instruction === undefined ? '' : `\n\nThe person asks of this summary: ${instruction}`;
  return `<conversation>\n${transcript}\n</conversation>\n\nWrite the summary.${wish}`;
}

import { SECURITY_HEADERS } from '../host/headers.ts';

/** What a browser without a session sees. */
export function needsLinkPage(): Response {
  return page(
    403,
    '',
    `<h1>This window needs a new link</h1>
<p>Each link to Runlight lets one browser in, once. The address you opened has no link in it, or one that was used.</p>
<p>Look at the terminal that Runlight runs in: it prints a line that starts with <code>Runlight is at</code>. Open that address.</p>`,
  );
}

/**
 * Loads the same address again. A browser that came here from another site does not send a SameSite=Strict cookie, even
 * if it has one; coming from this page it does.
 */
export function comeAgainPage(): Response {
  return page(200, '<meta http-equiv="refresh" content="0; url=/">', '<p>Opening Runlight …</p>');
}

function page(status: number, head: string, body: string): Response {
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="color-scheme" content="light dark">
<title>Runlight</title>
<link rel="icon" href="data:,">
${head}
<style>body { font: 15px/1.5 system-ui, sans-serif; max-width: 36em; margin: 20vh auto; padding: 0 1em }</style>
</head>
<body>
${body}
</body>
</html>
`;
  return new Response(html, {
    status,
    headers: { ...SECURITY_HEADERS, 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
  });
}

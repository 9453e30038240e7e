// Actions on a page of the console, and their times: by the page's clock, so that the way to the browser does not count.
const features = '/o/acme/p/shop/features';
const rows = 'tbody tr[data-slug]';
/** The time after the rows in which everything else arrives, including preloaded chunks. The stream of changes never ends. */
const quietMs = 1_000;

/** Opens the list in a fresh browser. Returns the page, milliseconds until rows are visible, and how much the layout shifted. */
export async function firstLoad(context, url) {
  await context.addInitScript(() => {
    /** Milliseconds from a moment to the frame in which it is so. */
    globalThis.untilFrame = (isSo, since) =>
      new Promise((resolve) => {
        const look = () => (isSo() ? resolve(performance.now() - since) : requestAnimationFrame(look));
        look();
      });
    globalThis.shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) globalThis.shift += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const page = await context.newPage();
  const ms = await untilRows(page, url);
  await page.waitForTimeout(quietMs);
  return { page, ms, shift: await page.evaluate(() => globalThis.shift) };
}

/** Opens the list in a new tab: files are in the cache of the browser. */
export async function warmLoad(context, url) {
  const page = await context.newPage();
  const ms = await untilRows(page, url);
  await page.close();
  return ms;
}

async function untilRows(page, url) {
  await page.goto(url + features, { waitUntil: 'commit' });
  return page.evaluate(
    (selector) => globalThis.untilFrame(() => document.querySelector(selector) !== null, 0),
    rows,
  );
}

/** Measures from a click on a feature, which the pointer has come near to before, to its heading. */
export async function clickThrough(page) {
  const link = page.locator(`${rows} a[data-row]`).first();
  await link.hover();
  await page.waitForTimeout(quietMs);
  const ms = await page.evaluate((selector) => {
    const row = document.querySelector(`${selector} a`);
    const name = row.textContent;
    const startedAt = performance.now();
    row.click();
    return globalThis.untilFrame(() => document.querySelector('h1')?.textContent === name, startedAt);
  }, rows);
  await page.goBack();
  await page.waitForSelector(rows);
  return ms;
}

/** Measures from the last key of a search to its one row. The debounce is part of it. */
export async function search(page) {
  const field = page.getByRole('searchbox', { name: 'Search features' });
  await field.fill('feature-98');
  await page.waitForFunction((selector) => document.querySelectorAll(selector).length > 1, rows);
  await field.focus();
  await page.evaluate(() => {
    addEventListener('keydown', () => (globalThis.pressedAt = performance.now()), { capture: true });
  });
  await page.keyboard.press('7');
  await page.keyboard.press('6');
  const ms = await page.evaluate((selector) => {
    const found = () => document.querySelectorAll(selector);
    const isFound = () => found().length === 1 && found()[0].dataset.slug === 'feature-9876';
    return globalThis.untilFrame(isFound, globalThis.pressedAt);
  }, rows);
  await field.fill('');
  await page.waitForFunction((selector) => document.querySelectorAll(selector).length > 1, rows);
  return ms;
}

/** Measures from the click on a switch to the message that it is stored. */
export async function switchAndSave(page, round) {
  await page
    .locator(`${rows} button[data-env="staging"]`)
    .nth(round % 5)
    .click();
  await page.getByRole('button', { name: /^Switch (on|off) in Staging$/ }).waitFor();
  const ms = await page.evaluate(() => {
    const button = [...document.querySelectorAll('button')].find((each) =>
      /^Switch (on|off) in Staging$/.test(each.textContent),
    );
    const said = () => document.body.textContent.split(/is (?:on|off) in Staging\./).length;
    const before = said();
    const startedAt = performance.now();
    button.click();
    return globalThis.untilFrame(() => said() > before, startedAt);
  });
  await page.keyboard.press('Escape');
  return ms;
}

/** Scrolls by two thirds of a screen a frame to the end of the list, and then opens and closes what floats. */
export async function scrollThrough(page, featureCount) {
  const frames = await page.evaluate(
    (total) =>
      new Promise((resolve) => {
        const times = [];
        let last = performance.now();
        let still = 0;
        const step = (now) => {
          times.push(now - last);
          last = now;
          const before = scrollY;
          scrollBy(0, 520);
          still = scrollY === before ? still + 1 : 0;
          const shown = [...document.querySelectorAll('tbody tr[aria-rowindex]')]
            .at(-1)
            ?.getAttribute('aria-rowindex');
          if (Number(shown) > total || still > 600) resolve(times.slice(1));
          else requestAnimationFrame(step);
        };
        requestAnimationFrame(step);
      }),
    featureCount,
  );
  const seen = await page.evaluate(() =>
    [...document.querySelectorAll('tbody tr[aria-rowindex]')].at(-1)?.getAttribute('aria-rowindex'),
  );
  await page.evaluate(() => {
    globalThis.longest = 0;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries())
        globalThis.longest = Math.max(globalThis.longest, duration);
    }).observe({ type: 'event', durationThreshold: 16, buffered: false });
  });
  for (let n = 0; n < 8; n += 1) {
    await page.locator(`${rows} button[data-env]`).nth(n).click();
    await page.getByRole('link', { name: 'Open' }).waitFor();
    await page.keyboard.press('Escape');
    await page.locator(`${rows} input[type="checkbox"]`).nth(n).click();
  }
  const heapBytes = await page.evaluate(() => {
    globalThis.gc?.();
    return performance.memory.usedJSHeapSize;
  });
  const interactionMs = await page.evaluate(() => globalThis.longest);
  return { frames, interactionMs, heapBytes, rows: Number(seen ?? 0) - 1 };
}

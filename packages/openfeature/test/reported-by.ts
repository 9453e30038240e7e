/** As much of an SDK's API as tells an application of events. */
interface Api<Event> {
  addHandler(event: Event, handler: (details?: { flagsChanged?: string[] }) => void): void;
}

/** Records the events from now on, each with the flags that changed. */
export function reportedBy<Event extends string>(
  api: Api<Event>,
  events: Readonly<Record<string, Event>>,
): (string | readonly string[])[] {
  const reported: (string | readonly string[])[] = [];
  for (const event of Object.values(events)) {
    api.addHandler(event, (details) => {
      reported.push(event.replace('PROVIDER_', ''));
      if (details?.flagsChanged) reported.push(details.flagsChanged);
    });
  }
  // A handler is called at once where the provider is in that state already.
  reported.splice(0);
  return reported;
}

// The start command preloads this into every service that it runs. When the start command ends, even by SIGKILL, the service
// drains and ends, too, so that its port is free for the next start.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();

// Preloaded into every service that the start command runs: when the start command is gone, however it went, the
// service drains and ends too, and its port is free for the next start.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();

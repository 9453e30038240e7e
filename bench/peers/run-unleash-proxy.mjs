import '@unleash/proxy/dist/start.js';

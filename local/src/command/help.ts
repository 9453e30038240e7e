/** The text of `bunting --help`. */
export const help = `Starts Bunting, a feature-flag service, on this machine: PostgreSQL, Redis and every service behind one address, with a demo.

Usage: bunting [options]

Options:
  --port PORT        the port of the installation (default 8080)
  --host ADDRESS     the address to listen on (default: only this machine)
  --data FOLDER      the folder of the data, which is kept between starts (default ~/.bunting)
  --document FILE    your own bootstrap document instead of the demo
  --empty            starts without the demo
  --version          prints the version
  --help             prints this text

DATABASE_URL and REDIS_URL name your own servers instead of embedded ones. Every other variable of the configuration works, too; PORT, HOST, DATA_DIR and
BOOTSTRAP_FILE are what the options set. To start over, stop Bunting and delete the folder of the data.
`;

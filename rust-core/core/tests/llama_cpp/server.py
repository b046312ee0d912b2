# Serves the model file that it is given by llama.cpp's own server.
import sys

import xllamacpp

parameters = xllamacpp.CommonParams()
parameters.model.path = sys.argv[1]
parameters.hostnames = ["127.0.0.1"]
parameters.port = 0
parameters.n_ctx = int(sys.argv[2])
parameters.api_keys = [sys.argv[3]]
parameters.n_parallel = 1
parameters.cpuparams.n_threads = 1
parameters.cpuparams_batch.n_threads = 1
parameters.use_jinja = True
parameters.warmup = False
server = xllamacpp.Server(parameters)
print("at", server.listening_address, flush=True)
# Until whoever started it closes this.
sys.stdin.read()

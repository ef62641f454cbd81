// peer.hpp is what the C++ rivals share: clock, generator, residual, options, and the protocol
// that README.md describes. A rival's driver.cpp fills in a Runtime and calls peer::serve_main.
#pragma once

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace peer {

// now returns seconds of a clock that never goes back.
inline double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// mix is SplitMix64's output number i*2^32 + j, bit for bit that of heddle's package dense.
inline uint64_t mix(uint64_t seed, uint64_t i, uint64_t j) {
  uint64_t z = seed + ((i << 32) + j + 1) * 0x9e3779b97f4a7c15u;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return z ^ z >> 31;
}

// uniform is dense.Uniform: in [0, 1), 53 bits.
inline double uniform(uint64_t seed, uint64_t i, uint64_t j) {
  return static_cast<double>(mix(seed, i, j) >> 11) * 0x1p-53;
}

// Options are the command line.
struct Options {
  std::string op = "potrf", variant, pin = "close", size;
  int64_t n = 1024, nb = 128;
  int block = 0, iterations = 0, threads = 1, reps = 5;
  uint64_t seed = 1;
  bool noop = false, serve = false, list = false;
};

// Problem is what is repeated: prepare makes a fresh input, run is timed, check returns the
// residual ratio of the answer (right below 30) and lets go of the memory.
struct Problem {
  virtual ~Problem() = default;
  virtual void prepare() = 0;
  virtual void run() = 0;
  virtual double check() = 0;
  // fields adds what else a record of this problem says, as JSON members that begin with a comma.
  virtual std::string fields() { return ""; }
};

// Variant is one way to solve one op on one runtime.
struct Variant {
  const char *op, *name, *doc;
  std::function<std::unique_ptr<Problem>(const Options &)> make;
};

// Runtime is a rival: start is called once with the options, warm before each timed run, so that
// workers that sleep are awake when the clock starts; invoke runs f where tasks may be submitted.
struct Runtime {
  std::string name, version, blas;
  std::vector<Variant> variants;
  std::function<void(const Options &)> start = [](const Options &) {};
  std::function<void()> warm = [] {};
  std::function<void(const std::function<void()> &)> invoke = [](const std::function<void()> &f) { f(); };
  std::function<void()> stop = [] {};
};

// cores lists the processors that this process may use, the first of each core before second
// hardware threads: the order in which heddle pins its workers.
inline std::vector<int> cores() {
  cpu_set_t set;
  CPU_ZERO(&set);
  sched_getaffinity(0, sizeof set, &set);
  std::vector<int> first, second;
  for (int cpu = 0; cpu < CPU_SETSIZE; cpu++) {
    if (!CPU_ISSET(cpu, &set)) continue;
    int sibling = cpu;
    std::string path = "/sys/devices/system/cpu/cpu" + std::to_string(cpu) + "/topology/thread_siblings_list";
    if (std::FILE *f = std::fopen(path.c_str(), "r")) {
      if (std::fscanf(f, "%d", &sibling) != 1) sibling = cpu;
      std::fclose(f);
    }
    (sibling == cpu || !CPU_ISSET(sibling, &set) ? first : second).push_back(cpu);
  }
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

// pin ties the calling thread to number worker of the cores found at start, for runtimes that do
// not do so by themselves.
inline void pin(const std::vector<int> &cores, int worker) {
  if (worker < 0 || cores.empty()) return;
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(cores[worker % cores.size()], &set);
  sched_setaffinity(0, sizeof set, &set);
}

inline std::string quoted(const std::string &s) {
  std::string out = "\"";
  for (char c : s) {
    if (c == '"' || c == '\\') out += '\\';
    out += c < ' ' ? ' ' : c;
  }
  return out + "\"";
}

inline std::string number(double x) {
  char text[32];
  std::snprintf(text, sizeof text, "%.9g", x);
  return x - x == 0 ? text : "null";  // JSON has neither NaN nor infinity
}

inline Options parse(int argc, char **argv) {
  Options o;
  auto fail = [](const std::string &why) -> void { throw std::invalid_argument(why); };
  for (int i = 1; i < argc; i++) {
    std::string flag = argv[i];
    flag.erase(0, flag.find_first_not_of('-'));
    if (flag == "noop") { o.noop = true; continue; }
    if (flag == "serve") { o.serve = true; continue; }
    if (flag == "list") { o.list = true; continue; }
    if (i + 1 == argc) fail("-" + flag + ": a value is missing");
    std::string value = argv[++i];
    auto count = [&](int64_t least) {
      char *end;
      int64_t x = std::strtoll(value.c_str(), &end, 10);
      if (*end || value.empty() || x < least) fail("-" + flag + " " + value + ": want a number from " + std::to_string(least));
      return x;
    };
    if (flag == "op") o.op = value;
    else if (flag == "variant") o.variant = value;
    else if (flag == "pin") o.pin = value;
    else if (flag == "size") o.size = value;
    else if (flag == "n") o.n = count(0);
    else if (flag == "nb") o.nb = count(1);
    else if (flag == "block") o.block = static_cast<int>(count(1));
    else if (flag == "iterations") o.iterations = static_cast<int>(count(0));
    else if (flag == "threads") o.threads = static_cast<int>(count(1));
    else if (flag == "reps") o.reps = static_cast<int>(count(1));
    else if (flag == "seed") o.seed = std::strtoull(value.c_str(), nullptr, 10);
    else fail("-" + flag + ": no such option");
  }
  return o;
}

// Repetition is one run and its check.
struct Repetition {
  double seconds = 0, residual = 0;
};

inline Repetition repeat(const Runtime &rt, Problem &p) {
  Repetition r;
  p.prepare();
  rt.invoke([&] {
    rt.warm();
    double start = now();
    p.run();
    r.seconds = now() - start;
  });
  r.residual = p.check();
  return r;
}

inline bool right(const Repetition &r) { return r.residual < 30; }  // NaN is not

// serve answers each line "go" on standard input by one repetition. The sample in the first line
// shows that the generator is the one that was agreed on.
inline void serve(const Runtime &rt, const Options &o, Problem &p) {
  std::printf("{\"ready\":true,\"runtime\":%s,\"version\":%s,\"blas\":%s,\"sample\":%.17g}\n", quoted(rt.name).c_str(),
              quoted(rt.version).c_str(), quoted(rt.blas).c_str(), uniform(o.seed, 1, 2));
  std::fflush(stdout);
  char line[64];
  while (std::fgets(line, sizeof line, stdin)) {
    if (std::strncmp(line, "go", 2) != 0) break;
    Repetition r = repeat(rt, p);
    std::printf("{\"ok\":%s,\"seconds\":%s,\"residual\":%s%s}\n", right(r) ? "true" : "false",
                number(r.seconds).c_str(), number(r.residual).c_str(), p.fields().c_str());
    std::fflush(stdout);
  }
}

// measure makes one repetition to warm up and o.reps that count, and prints the record.
inline bool measure(const Runtime &rt, const Options &o, Problem &p) {
  bool ok = right(repeat(rt, p));
  double worst = 0;
  std::vector<double> samples;
  std::string all;
  for (int i = 0; i < o.reps; i++) {
    Repetition r = repeat(rt, p);
    ok = ok && right(r);
    worst = std::max(worst, r.residual);
    samples.push_back(r.seconds);
    all += (i ? "," : "") + number(r.seconds);
  }
  std::sort(samples.begin(), samples.end());
  size_t half = samples.size() / 2;
  double median = samples.size() % 2 ? samples[half] : (samples[half - 1] + samples[half]) / 2;
  std::printf("{\"runtime\":%s,\"routine\":%s,\"variant\":%s,\"workers\":%d%s,\"noop\":%s,\"reps\":%d,\"seed\":%llu,"
              "\"ok\":%s,\"median_s\":%s,\"min_s\":%s,\"max_s\":%s,\"residual\":%s,\"samples_s\":[%s],\"note\":%s}\n",
              quoted(rt.name).c_str(), quoted(o.op).c_str(), quoted(o.variant).c_str(), o.threads,
              p.fields().c_str(), o.noop ? "true" : "false", o.reps, static_cast<unsigned long long>(o.seed),
              ok ? "true" : "false", number(median).c_str(), number(samples.front()).c_str(),
              number(samples.back()).c_str(), number(worst).c_str(), all.c_str(),
              quoted(rt.version + (rt.blas.empty() ? "" : ", " + rt.blas)).c_str());
  return ok;
}

// serve_main is main for a rival: the exit status is 0, 1 for a wrong answer or an error while
// running, 2 for a command line that makes no sense.
inline int serve_main(int argc, char **argv, Runtime rt) {
  int status = 2;
  try {
    Options o = parse(argc, argv);
    if (o.list) {
      for (const Variant &v : rt.variants) std::printf("%s\t%s\t%s\n", v.op, v.name, v.doc);
      return 0;
    }
    auto v = std::find_if(rt.variants.begin(), rt.variants.end(),
                          [&](const Variant &x) { return x.op == o.op && x.name == o.variant; });
    if (v == rt.variants.end()) throw std::invalid_argument("no variant " + o.variant + " of " + o.op + " (see -list)");
    std::unique_ptr<Problem> p = v->make(o);
    status = 1;
    rt.start(o);
    bool ok = true;
    if (o.serve) serve(rt, o, *p);
    else ok = measure(rt, o, *p);
    p.reset();
    rt.stop();
    return ok ? 0 : 1;
  } catch (const std::exception &e) {
    std::printf("{\"ok\":false,\"error\":%s}\n", quoted(e.what()).c_str());
    std::fprintf(stderr, "%s: %s\n", argv[0], e.what());
    return status;
  }
}

}  // namespace peer
